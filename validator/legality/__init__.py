"""Which cards a format admits on a day, and why."""
