"""The contract: what the API takes and gives, as OpenAPI and as JSON Schema.

Everything here describes; nothing of it runs when a request is answered.
"""
