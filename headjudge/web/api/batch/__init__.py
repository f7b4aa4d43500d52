"""Batches: many teams in one request."""
