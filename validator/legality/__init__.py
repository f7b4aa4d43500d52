"""Which cards a format admits on a day, and how that came about."""
