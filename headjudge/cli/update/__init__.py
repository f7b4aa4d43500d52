"""Bringing the card facts up to date."""
