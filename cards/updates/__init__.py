"""Apply the data of a source to the facts in force."""
