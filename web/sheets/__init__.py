"""Sheets of paper for events, as PDF: deck registration sheets, check lists and result slips."""
