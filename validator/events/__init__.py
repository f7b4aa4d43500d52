"""The facts about an event: sizes, limits and dates, with what they rest on."""
