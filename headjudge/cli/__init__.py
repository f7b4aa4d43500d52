"""The `headjudge` command: reads files, asks the engine, prints reports."""

from headjudge import __version__
from headjudge import import_path as import_path

USER_AGENT = f"headjudge/{__version__}"
"""The User-Agent of the command's downloads."""
