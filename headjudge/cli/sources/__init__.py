"""Sources of card facts: downloads, and their file formats."""
