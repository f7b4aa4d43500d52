"""The registrations of a whole event: read from an upload, grouped by team, judged, exported.

upload.read -> guess_columns -> entries -> judge_entries -> summary, result_rows
"""
