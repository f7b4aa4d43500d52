"""The registrations of a whole event: read from an upload, made into teams, judged, written down.

uploads.read -> columns.guessed -> entries.entries -> judging.judged -> summary, results
"""
