"""Receipts: signed verdicts, by which anybody can tell later what was judged.

A receipt is a JSON Web Signature (RFC 7515) in its compact form. Its payload is a statement
(`statement`), signed (`signing`) by an Ed25519 key of a folder (`folder`) and verified with
public keys (`keys`). There is no clock here: times are given.
"""

SETTING = "HEADJUDGE_KEYS"
"""The setting of the service that names the folder of keys; without it nothing is signed."""
