"""What is found in files, and which of it is tolerated."""
