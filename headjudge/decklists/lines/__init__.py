"""One line of a list: what it says, and how it is written."""
