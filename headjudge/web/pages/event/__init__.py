"""The registrations of a whole event: read from an upload, made into teams, judged, written down.

upload.read -> columns.guessed -> entries.entries -> judging.judged -> judging.summary, results
"""
