"""Which facts are there, whether they hold together, and what others publish."""
