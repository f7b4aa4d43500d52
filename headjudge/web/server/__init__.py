"""The layer between gunicorn and the service, where slow clients block nobody.

connections (heads) -> front -> arrival (bodies, in spool) -> computing (threads, by shares)
-> answering.
"""
