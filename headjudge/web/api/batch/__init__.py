"""Many teams in one call."""
