"""The JSON API of events (``/api/v1/``): reads for everybody, writes for scorers' programs.

``shapes`` are the objects that go over the wire, ``door`` how a request comes in and an answer or
an error goes out, ``reads`` and ``writes`` the operations, ``openapi`` their description. There is
one list of operations; addresses and description are both made of it.
"""
