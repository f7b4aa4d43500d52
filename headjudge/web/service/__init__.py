"""What every answer goes through, whichever part of the service gives it."""
