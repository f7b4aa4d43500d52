"""Programs run by hand or to build the documentation; they are not installed."""
