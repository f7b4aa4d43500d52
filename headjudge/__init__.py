"""Everything around the engine: lists, links, the service, the command."""

__version__ = "0.1.0"
