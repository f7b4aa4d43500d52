"""What fix and fmt change in files."""
