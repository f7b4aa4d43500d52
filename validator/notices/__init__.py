"""What is worth knowing although it breaks no rule."""
