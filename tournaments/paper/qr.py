"""QR codes as pictures within a page."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """An address as SVG, as large as its box; a fingerprint or a fold does not spoil it."""
    picture = segno.make(address, error="m", micro=False)
    return mark_safe(picture.svg_inline(omitsize=True, border=2))
