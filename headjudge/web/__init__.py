"""The HTTP door: reads requests strictly, asks the engine, writes its answers."""

from headjudge import import_path as import_path
