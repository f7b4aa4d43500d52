"""Display names."""
