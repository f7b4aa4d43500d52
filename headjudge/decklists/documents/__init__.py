"""Lists that are documents: XML, JSON, tables."""
