"""Signed webhooks: what happens in an event is told to the addresses its organisers named.

``guard`` keeps them out of private networks, ``post`` sends one message, ``deliveries`` works off
the rows that are due. The signature is that of Standard Webhooks (standardwebhooks.com).
"""
