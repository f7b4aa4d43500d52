"""The HTTP service: strict parsing of requests, questions to the engine, answers."""

from headjudge import import_path as import_path
