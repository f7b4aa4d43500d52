"""Updating the card facts."""
