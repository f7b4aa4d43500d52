"""Lists in documents: XML, JSON, tables."""
