"""What stands around the engine: lists, links, receipts, the service, the command and a client."""

__version__ = "0.1.0"
