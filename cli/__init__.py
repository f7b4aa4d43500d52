"""The command line's door: reads files, asks the engine, prints its report."""

__version__ = "0.1.0"
