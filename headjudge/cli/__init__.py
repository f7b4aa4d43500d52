"""The `headjudge` command: reads files, asks the engine, prints its report."""

from headjudge import __version__
from headjudge import import_path as import_path

USER_AGENT = f"headjudge/{__version__}"
"""What the command says it is where it downloads."""
