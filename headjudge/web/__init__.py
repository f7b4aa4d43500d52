"""The HTTP door: reads requests strictly, asks the engine, writes its answers."""
