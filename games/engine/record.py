"""The game record (SGR, version 1): one deal, written so that others can replay and check it.

``read`` turns JSON data into a deal and its actions or raises ``BadRecord`` with the place;
``check`` replays it and answers the report; ``write`` makes the record of a deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.engine.api import (
    TABLE_ACTIONS,
    Action,
    Bury,
    CloseDeclaring,
    DealSetup,
    Declare,
    Game,
    GoOn,
    IllegalAction,
    Overturn,
    Pass,
    Phase,
    Play,
    Refusal,
    Return,
    Riot,
    Seat,
    Swap,
    Tribute,
    game_of,
)
from games.engine.cards import CODES, DECK, RANKS, Card, codes
from games.engine.strict import (
    BadRecord,
    boolean,
    card_in,
    cards_in,
    items_in,
    need,
    seat_in,
    short,
    whole,
)

FORMAT: Final = "sgr/1"
CARRIED: Final = (
    "id",
    "players",
    "event",
    "table",
    "played_at",
    "seed",
    "commitment",
    "comment",
)
"""Fields that a record may carry and that no rule looks at."""

NOTES: Final = ("at", "auto")
"""Likewise on an action: milliseconds since the deal began; played by a time-out."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: the deal, its actions, and what was carried along."""

    setup: DealSetup
    actions: tuple[Action, ...]
    carried: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Mapping[str, Any], ...] = ()


# --------------------------------------------------------------------------------- reading


def read(data: object) -> Record:
    """The record in JSON data; ``BadRecord`` says what is wrong and where."""
    if not isinstance(data, dict):
        raise BadRecord("", "a record is a JSON object")
    if need(data, "format", "") != FORMAT:
        raise BadRecord("format", f"must be {FORMAT!r}")
    game = _game(need(data, "game", ""))
    setup = _setup(game, data)
    actions = need(data, "actions", "")
    if not isinstance(actions, list):
        raise BadRecord("actions", "must be a list")
    read_actions = tuple(_action(item, number) for number, item in enumerate(actions))
    return Record(
        setup=setup,
        actions=read_actions,
        carried={key: data[key] for key in CARRIED if key in data},
        notes=tuple({key: item[key] for key in NOTES if key in item} for item in actions),
    )


def read_action(data: object) -> Action:
    """An action as the record and the wire write it; ``BadRecord`` when it is none."""
    return _action(data, None)


def _game(name: object) -> Game[Any]:
    if isinstance(name, str):
        try:
            return game_of(name)
        except KeyError:
            pass
    raise BadRecord("game", f"unknown game {short(name)}")


def _setup(game: Game[Any], data: Mapping[str, Any]) -> DealSetup:
    options = data.get("options")
    if options is None:
        options = {}
    if not isinstance(options, dict):
        raise BadRecord("options", "must be an object")
    try:
        complete = game.complete(options)
    except ValueError as error:
        raise BadRecord("options", short(str(error))) from None
    hands = items_in(need(data, "hands", ""), "hands", 4)
    dealer, first_drawer = data.get("dealer"), data.get("first_drawer")
    setup = DealSetup(
        game=game.id,
        options=complete,
        levels=_levels(need(data, "levels", "")),
        first_deal=boolean(need(data, "first_deal", ""), "first_deal"),
        hands=tuple(cards_in(hand, f"hands[{seat}]") for seat, hand in enumerate(hands)),
        kitty=() if data.get("kitty") is None else cards_in(data["kitty"], "kitty"),
        dealer=None if dealer is None else seat_in(dealer, "dealer"),
        previous=_previous(data.get("previous")),
        first_drawer=0 if first_drawer is None else seat_in(first_drawer, "first_drawer"),
        turned=_turned(data.get("turned")),
        ace_failures=_ace_failures(data) if "ace_attempts" in complete else (0, 0),
    )
    _check_deck(setup, game.hand_size)
    if problem := game.check_setup(setup):
        raise BadRecord("", problem)
    return setup


def _check_deck(setup: DealSetup, hand_size: int) -> None:
    """Each hand has its size, and together they are the 108 cards."""
    for seat, hand in enumerate(setup.hands):
        if len(hand) != hand_size:
            raise BadRecord(f"hands[{seat}]", f"{len(hand)} cards instead of {hand_size}")
    kitty = len(DECK) - 4 * hand_size
    if len(setup.kitty) != kitty:
        raise BadRecord("kitty", f"{len(setup.kitty)} cards instead of {kitty}")
    count = Counter(card for hand in (*setup.hands, setup.kitty) for card in hand)
    for card, code in enumerate(CODES):
        if count[card] != 2:
            raise BadRecord("hands", f"{code} occurs {count[card]} times instead of twice")


def _levels(value: object) -> tuple[str, str]:
    for team, level in enumerate(items_in(value, "levels", 2)):
        if not (isinstance(level, str) and len(level) == 1 and level in RANKS):
            raise BadRecord(f"levels[{team}]", f"unknown level {short(level)}")
    first, second = items_in(value, "levels", 2)
    return first, second


def _previous(value: object) -> tuple[Seat, ...] | None:
    if value is None:
        return None
    items = enumerate(items_in(value, "previous", 4))
    seats = tuple(seat_in(seat, f"previous[{number}]") for number, seat in items)
    if len(set(seats)) != 4:
        raise BadRecord("previous", "must name each seat once")
    return seats


def _turned(value: object) -> tuple[Card, Seat] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadRecord("turned", "must be an object")
    card = card_in(need(value, "card", "turned"), "turned.card")
    return card, seat_in(need(value, "seat", "turned"), "turned.seat")


def _ace_failures(data: Mapping[str, Any]) -> tuple[int, int]:
    value = data.get("ace_failures")
    if value is None:
        return 0, 0
    first, second = items_in(value, "ace_failures", 2)
    return whole(first, "ace_failures[0]", 999), whole(second, "ace_failures[1]", 999)


# --------------------------------------------------------------------------------- actions

Reader = Callable[[Seat, Mapping[str, Any]], Action]


def _read_declare(seat: Seat, data: Mapping[str, Any]) -> Action:
    after = data.get("after")
    return Declare(seat, _of(data, "cards"), 100 if after is None else whole(after, "after", 100))


def _read_play(seat: Seat, data: Mapping[str, Any]) -> Action:
    reading = data.get("as")
    return Play(seat, _of(data, "cards"), None if reading is None else cards_in(reading, "as"))


def _of(data: Mapping[str, Any], name: str) -> tuple[Card, ...]:
    return cards_in(need(data, name, ""), name)


_READERS: Final[dict[str, Reader]] = {
    "declare": _read_declare,
    "riot": lambda seat, data: Riot(seat),
    "bury": lambda seat, data: Bury(seat, _of(data, "cards")),
    "overturn": lambda seat, data: Overturn(seat, _of(data, "cards")),
    "swap": lambda seat, data: Swap(seat, _of(data, "give"), _of(data, "take")),
    "tribute": lambda seat, data: Tribute(seat, _of(data, "cards")),
    "return": lambda seat, data: Return(seat, _of(data, "cards")),
    "play": _read_play,
    "pass": lambda seat, data: Pass(seat),
}


def _action(data: object, number: int | None) -> Action:
    place = "" if number is None else f"actions[{number}]"
    try:
        if not isinstance(data, dict):
            raise BadRecord("", "an action is a JSON object")
        seat = seat_in(need(data, "seat", ""), "seat")
        verb = need(data, "do", "")
        reader = _READERS.get(verb) if isinstance(verb, str) else None
        if reader is None:
            raise BadRecord("do", f"unknown action {short(verb)}")
        return reader(seat, data)
    except BadRecord as bad:
        raise BadRecord(place, str(bad), number) from None


def write_action(action: Action) -> dict[str, Any]:
    """A player's action as the record writes it; the table's own actions have no words."""
    match action:
        case Declare(seat, cards, after):
            return {"seat": seat, "do": "declare", "cards": list(codes(cards)), "after": after}
        case Riot(seat):
            return {"seat": seat, "do": "riot"}
        case Bury(seat, cards):
            return {"seat": seat, "do": "bury", "cards": list(codes(cards))}
        case Overturn(seat, cards):
            return {"seat": seat, "do": "overturn", "cards": list(codes(cards))}
        case Swap(seat, give, take):
            return {
                "seat": seat,
                "do": "swap",
                "give": list(codes(give)),
                "take": list(codes(take)),
            }
        case Tribute(seat, cards):
            return {"seat": seat, "do": "tribute", "cards": list(codes(cards))}
        case Return(seat, cards):
            return {"seat": seat, "do": "return", "cards": list(codes(cards))}
        case Play(seat, cards, None):
            return {"seat": seat, "do": "play", "cards": list(codes(cards))}
        case Play(seat, cards, reading):
            as_ = list(codes(reading or ()))
            return {"seat": seat, "do": "play", "cards": list(codes(cards)), "as": as_}
        case Pass(seat):
            return {"seat": seat, "do": "pass"}
    raise ValueError(f"{action} is not written in a record")


# --------------------------------------------------------------------------------- writing


def write(
    setup: DealSetup,
    actions: Sequence[Action],
    *,
    carried: Mapping[str, Any] | None = None,
    notes: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The record of a deal, ready for ``json.dumps``.

    ``notes`` go beside ``actions``, one each (``at``, ``auto``), or are left out. The table's
    own actions are implied by the others and are not written.
    """
    data: dict[str, Any] = {"format": FORMAT, "game": setup.game}
    data.update((key, value) for key, value in (carried or {}).items() if key in CARRIED)
    data.update(
        options=dict(setup.options),
        levels=list(setup.levels),
        first_deal=setup.first_deal,
        dealer=setup.dealer,
        previous=None if setup.previous is None else list(setup.previous),
        first_drawer=setup.first_drawer,
        hands=[list(codes(hand)) for hand in setup.hands],
        kitty=list(codes(setup.kitty)),
        turned=None,
    )
    if setup.turned is not None:
        data["turned"] = {"card": CODES[setup.turned[0]], "seat": setup.turned[1]}
    if setup.options.get("ace_attempts", "unlimited") != "unlimited":
        data["ace_failures"] = list(setup.ace_failures)
    written = []
    for number, action in enumerate(actions):
        if not isinstance(action, TABLE_ACTIONS):
            note = notes[number] if notes else {}
            written.append(write_action(action) | {key: note[key] for key in NOTES if key in note})
    data["actions"] = written
    return data


# -------------------------------------------------------------------------------- checking


def check(data: object) -> dict[str, Any]:
    """The report of a record given as JSON data; never raises for what is in the data."""
    try:
        return replay(read(data))
    except BadRecord as bad:
        return bad_report(bad)


def replay(record: Record) -> dict[str, Any]:
    """The report of a record: all its actions through the game, up to the first illegal one."""
    game = game_of(record.setup.game)
    state = game.start(record.setup)
    error = None
    applied = 0
    for number, action in enumerate(record.actions):
        try:
            state = _apply(game, state, action)
        except IllegalAction as refused:
            error = {
                "action": number,
                "code": str(refused.code),
                "clause": refused.clause,
                "message": str(refused),
            }
            break
        applied += 1
    return _report(applied, error, game.report(state))


def _apply(game: Game[Any], state: Any, action: Action) -> Any:
    """The state after an action and what was due before it."""
    for _, events in happenings(game, state, action):
        state = fold(game, state, events)
    return state


def happenings(
    game: Game[Any], state: Any, action: Action
) -> Iterator[tuple[Action, tuple[Any, ...]]]:
    """An action of a record with its events, after the table's own ones that it implies.

    The first action that is no show closes declaring. Is it refused, nothing was closed: take
    all that is answered, or nothing. A deal that is void for want of a declaration is not
    recorded: where closing would end it, only a show is possible.
    """
    if game.phase(state) is Phase.DECLARE and not isinstance(action, Declare):
        closing = CloseDeclaring()
        events = game.decide(state, closing)
        yield closing, events
        state = fold(game, state, events)
        if game.phase(state) is Phase.DONE:
            raise IllegalAction(Refusal.WRONG_PHASE, None, "nobody has declared")
    while isinstance(going_on := game.due(state), GoOn):
        events = game.decide(state, going_on)
        yield going_on, events
        state = fold(game, state, events)
    yield action, game.decide(state, action)


def fold(game: Game[Any], state: Any, events: Iterable[Any]) -> Any:
    """The state after some events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def bad_report(bad: BadRecord) -> dict[str, Any]:
    """The report of what is no record."""
    error = {
        "action": bad.action,
        "code": str(Refusal.BAD_RECORD),
        "clause": None,
        "message": str(bad),
    }
    return _report(0, error, {})


def _report(
    applied: int, error: Mapping[str, Any] | None, rest: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "ok": error is None,
        "applied": applied,
        "phase": rest.get("phase"),
        "turn": rest.get("turn", []),
        "error": error,
        "trump": rest.get("trump"),
        "dealer": rest.get("dealer"),
        "tricks": rest.get("tricks", []),
        "points": rest.get("points"),
        "readings": rest.get("readings", []),
        "result": rest.get("result"),
    }
