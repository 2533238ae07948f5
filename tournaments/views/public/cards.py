"""The picture that chat applications show beside a link to an event."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from io import BytesIO
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from games.labels import game_name
from tournaments import selectors
from tournaments.models import Event

Face = ImageFont.FreeTypeFont | ImageFont.ImageFont

SIZE = WIDE, HIGH = 1200, 630
FELT, FELT_INK, QUIET, GOLD, SEAL = "#1f4a3d", "#f3f1ea", "#c9d6d0", "#f2c14e", "#b3261e"
MARGIN = 84


def card_address(event: Event) -> str:
    """The address of the picture; a new version has a new one, for chat applications keep it."""
    return reverse("tournaments:card", args=[event.slug]) + f"?v={event.version}"


@lru_cache(maxsize=4)
def font_file(style: str) -> str:
    """A font with Chinese characters, as fontconfig finds it; empty when there is none."""
    try:
        found = subprocess.run(
            ["fc-match", "-f", "%{file}", f"Noto Sans CJK SC:lang=zh-cn:style={style}"],
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip()


def font(size: int, style: str = "Regular") -> Face:
    """The font of the cards in a size; Pillow's own where no other is installed."""
    path = font_file(style)
    try:
        return ImageFont.truetype(path, size) if path else ImageFont.load_default(size)
    except OSError:
        return ImageFont.load_default(size)


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """The event in a picture of 1200 × 630: name, game, when, where, how it stands."""
    from tournaments.views.public.common import find  # which needs this module for its addresses

    event = find(request, slug)
    key = f"event-card:{event.pk}:{event.version}:{get_language()}"
    data = cache.get(key)
    if data is None:
        data = painted(event)
        cache.set(key, data, 3600)
    response = HttpResponse(data, content_type="image/png")
    draft = event.status == Event.Status.DRAFT
    response.headers["Cache-Control"] = "no-store" if draft else "public, max-age=600"
    return response


def painted(event: Event) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, HIGH - 14, WIDE, HIGH), fill=GOLD)
    pen.rounded_rectangle((MARGIN, 70, MARGIN + 76, 146), 16, fill=SEAL)
    pen.text((MARGIN + 38, 106), "升", font=font(48, "Bold"), fill="#fff8ee", anchor="mm")
    pen.text((MARGIN + 100, 106), game_name(event.game), font=font(38), fill=QUIET, anchor="lm")
    y = 196
    big = font(78, "Bold")
    for line in wrapped(pen, event.name, big, WIDE - 2 * MARGIN)[:2]:
        pen.text((MARGIN, y), line, font=big, fill=FELT_INK)
        y += 100
    local = event.starts_at.astimezone(ZoneInfo(event.time_zone))
    facts = [
        date_format(local, "DATETIME_FORMAT"),
        event.place or str(event.get_mode_display()),
        status_words(event),
    ]
    y = max(y + 24, 400)
    for text in facts:
        pen.text(
            (MARGIN, y), fitted(pen, text, font(38), WIDE - 2 * MARGIN), font=font(38), fill=QUIET
        )
        y += 56
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def status_words(event: Event) -> str:
    """How far the event is, in a few words."""
    confirmed = selectors.entry_counts(event)["confirmed"] or 0
    if event.status == Event.Status.FINISHED:
        first = next(
            (entry for rank, entry, _s in selectors.final_ranking(event) if rank == 1), None
        )
        if first is not None:
            return _("Winners: %(name)s") % {"name": first.name}
    return _("%(status)s · %(n)d pairs") % {
        "status": event.get_status_display(),
        "n": confirmed,
    }


def wrapped(pen: ImageDraw.ImageDraw, text: str, face: Face, width: int) -> list[str]:
    """Text in lines; it is broken between words, and anywhere in Chinese."""
    lines, line = [], ""
    for word in pieces(text):
        if line and pen.textlength(line + word, font=face) > width:
            lines.append(line.rstrip())
            line = word.lstrip()
        else:
            line += word
    return [fitted(pen, each, face, width) for each in [*lines, line] if each]


def pieces(text: str) -> list[str]:
    """Where a line may be broken: after a blank, and after each Chinese character."""
    found, word = [], ""
    for sign in text:
        word += sign
        if sign == " " or ord(sign) > 0x2E80:
            found.append(word)
            word = ""
    return [*found, word] if word else found


def fitted(pen: ImageDraw.ImageDraw, text: str, face: Face, width: int) -> str:
    """A line cut to a width."""
    if pen.textlength(text, font=face) <= width:
        return text
    while text and pen.textlength(text + "…", font=face) > width:
        text = text[:-1]
    return text + "…"
