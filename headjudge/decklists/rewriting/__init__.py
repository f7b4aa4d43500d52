"""Writing lists, and changing the text of one."""
