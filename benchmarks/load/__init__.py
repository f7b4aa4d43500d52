"""The service under load: legal, illegal and hostile requests at a share of what it can bear."""
