"""Where card facts are downloaded, and their formats."""
