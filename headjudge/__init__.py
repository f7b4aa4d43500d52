"""Headjudge for other programs: `python -m headjudge`, and a client of the service."""
