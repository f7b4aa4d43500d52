"""The facts about an event: sizes, limits and dates, with their sources."""
