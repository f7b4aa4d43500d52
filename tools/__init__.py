"""What is run by hand, or to build the documentation, and is not installed."""
