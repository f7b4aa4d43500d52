"""What made facts and fonts of other people's files: run by hand, and not installed."""
