"""What stands between gunicorn and the service: nothing that is slow holds what others need.

connections (heads) -> front -> arrival (bodies, in spool) -> computing (threads, by shares)
-> answering.
"""
