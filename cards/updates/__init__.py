"""What a source says of cards, put onto the facts in force."""
