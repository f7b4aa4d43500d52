"""What stands between gunicorn and the service: nothing that is slow holds what others need.

connections (heads) -> arrival (bodies, in spool) -> front -> computing (threads, by web.shares).
"""
