"""What is brought forward with an appeal: places in records, and pictures written anew."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from tournaments.models import Appeal, Evidence
from tournaments.services.errors import invalid

MOST: Final = 6
"""So many pictures with one appeal."""
BYTES: Final = 8 * 1024 * 1024
PIXELS: Final = 40_000_000
SIDE: Final = 1600
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")


def picture(file: UploadedFile) -> bytes:
    """A picture as a JPEG of our own making: nothing but its pixels is kept. ``Invalid`` if none.

    At most 8 MB and 40 megapixels come in; at most 1600 pixels a side are kept.
    """
    if file.size is None or file.size > BYTES:
        raise invalid("pictures", _("A picture has at most %(mb)d MB.") % {"mb": BYTES >> 20})
    try:
        image = Image.open(file, formats=FORMATS)
        if image.width * image.height > PIXELS:
            raise invalid("pictures", _("The picture is too large."))
        pixels = ImageOps.exif_transpose(image).convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        text = _("“%(name)s” is not a picture (JPEG, PNG, WebP or GIF).")
        raise invalid("pictures", text % {"name": file.name}) from None
    pixels.thumbnail((SIDE, SIDE))
    fresh = Image.new("RGB", pixels.size)
    fresh.paste(pixels)
    out = BytesIO()
    fresh.save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


def keep_pictures(appeal: Appeal, pictures: list[tuple[str, bytes]]) -> None:
    """Keep pictures that have been written anew, with the names they came by."""
    Evidence.objects.bulk_create(
        Evidence(appeal=appeal, caption=name[:200], picture=data) for name, data in pictures
    )
