"""The API: a module for each resource."""
