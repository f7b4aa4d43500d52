"""Receipts: verdicts that are signed, so that anybody can tell later what was judged.

A receipt is a statement (`statement`) with its Ed25519 signature (`signing`), made by a key of a
folder (`folder`) and checked with public keys (`keys`). Which bytes are signed is in `canonical`.
There is no clock here: times are given.
"""

SETTING = "HEADJUDGE_KEYS"
"""The setting of the service that names the folder of keys; without it nothing is signed."""
