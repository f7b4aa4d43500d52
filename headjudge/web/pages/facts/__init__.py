"""Pages about formats, policies and events."""
