"""Receipts: verdicts that are signed, so that anybody can tell later what was judged.

A receipt is a statement (`receipts.statement`) with its Ed25519 signature (`receipts.signing`),
made by a key of a folder (`receipts.folder`) and checked with public keys (`receipts.keys`).
Which bytes are signed is in `receipts.canonical`. There is no clock here: times are given.
"""

SETTING = "HEADJUDGE_KEYS"
"""The setting of the service that names the folder of keys; without it nothing is signed."""
