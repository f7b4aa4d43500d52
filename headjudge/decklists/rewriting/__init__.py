"""Writing lists, and editing the text of a list."""
