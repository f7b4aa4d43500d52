"""Cross-cutting parts of the service, applied to every answer."""
