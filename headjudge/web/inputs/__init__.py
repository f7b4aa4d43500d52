"""What may be asked, and the engine's question made of it."""
