"""The registrations of a whole event: read from an upload, made into teams, judged, written down.

upload.read -> guess_columns -> entries -> judge_entries -> summary, results
"""
