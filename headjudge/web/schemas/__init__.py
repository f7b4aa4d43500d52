"""Request schemas, and the conversion of requests to questions for the engine."""
