"""The contract: requests and answers of the API as OpenAPI and JSON Schema.

None of this runs when a request is answered.
"""
