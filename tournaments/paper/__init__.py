"""What an event prints: programme, draws, cards and slips, standings, result book, certificates.

A paper is a page of the site (``templates/tournaments/paper``) that prints well from a browser; the
same page is what its PDF is made of. ``catalogue`` lists them, ``sheets`` and ``book`` gather what
stands on them, ``press`` makes the PDF.
"""
