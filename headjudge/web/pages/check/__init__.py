"""The form that checks a team, and its answer."""
