"""What every game is.

Four words: an *Action* is asked, an *Event* happened, a *State* is folded from events, a *View*
is what one viewer may see. A game is a set of pure functions over them:

* ``decide(state, action)`` answers the events of a legal action or raises ``IllegalAction``;
* ``evolve(state, event)`` is the fold;
* ``view(state, viewer)`` is built field by field from what that viewer may know;
* ``show(event, viewer)`` is the event as that viewer may see it, or nothing;
* ``can``, ``hints`` and ``default_action`` serve the one who has to act.

Nothing here reads a clock, a file or a random source; the standard library is all it uses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import Any, Final, Generic, Literal, TypeVar

from games.engine.cards import Card

Seat = int
"""0 … 3 in order of play; the partners are {0, 2} and {1, 3}; seat i+1 plays after seat i."""

Level = str
"""A rank ``2`` … ``A``; a team that has passed its last level stands at ``A+`` (``K+``)."""

Options = Mapping[str, str | int]


def N_(message: str) -> str:
    """Mark a text for the message catalogue; it is translated where it is shown."""
    return message


def team_of(seat: Seat) -> int:
    """The team of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat & 1


class Phase(StrEnum):
    """The phases of a deal, named as the game record names them."""

    DECLARE = "declare"
    BURY = "bury"
    SWAP = "swap"
    OVERTURN = "overturn"
    TRIBUTE = "tribute"
    RETURN = "return"
    PLAY = "play"
    DONE = "done"


# ------------------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Draw:
    """The table draws on until ``upto`` of the 100 cards are drawn (shengji family)."""

    upto: int


@dataclass(frozen=True, slots=True)
class CloseDeclaring:
    """The table closes declaring: every card is drawn and nobody may show any more."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The table goes on: the time in which somebody may have been asked in secret is over."""


@dataclass(frozen=True, slots=True)
class Declare:
    """``seat`` shows ``cards``; ``after`` cards were drawn by then. No cards: declines."""

    seat: Seat
    cards: tuple[Card, ...]
    after: int = 100


@dataclass(frozen=True, slots=True)
class Riot:
    """``seat`` calls 暴动 (TY-8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bury:
    """``seat`` lays eight cards into the kitty; taking it up is implied."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Overturn:
    """``seat`` overturns the trump (TY-10); no cards: passes."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """``seat`` puts jokers into the kitty and takes as many cards (WK-13); both empty: no."""

    seat: Seat
    give: tuple[Card, ...]
    take: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Tribute:
    """``seat`` pays its tribute, one card (GD-24)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """``seat`` gives a card back (GD-25)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """``seat`` plays ``cards``; ``reading`` names natural cards for wild ones (GD-16)."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """``seat`` passes (guandan)."""

    seat: Seat


Action = (
    Draw
    | CloseDeclaring
    | GoOn
    | Declare
    | Riot
    | Bury
    | Overturn
    | Swap
    | Tribute
    | Return
    | Play
    | Pass
)
TABLE_ACTIONS: Final = (Draw, CloseDeclaring, GoOn)
"""Actions of the table itself, which no player may send."""


class Refusal(StrEnum):
    """Why an action or a record is refused; the codes of the game record."""

    BAD_RECORD = "bad_record"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_CARDS = "not_your_cards"
    BAD_DECLARATION = "bad_declaration"
    DECLARATION_TOO_WEAK = "declaration_too_weak"
    NOT_ALLOWED_TO_DECLARE = "not_allowed_to_declare"
    NO_RIOT = "no_riot"
    WRONG_BURY = "wrong_bury"
    BAD_SWAP = "bad_swap"
    CANNOT_OVERTURN = "cannot_overturn"
    BAD_TRIBUTE = "bad_tribute"
    BAD_RETURN = "bad_return"
    WRONG_COUNT = "wrong_count"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_FOLLOW_SHAPE = "must_follow_shape"
    NOT_A_COMBINATION = "not_a_combination"
    CANNOT_THROW = "cannot_throw"
    DOES_NOT_BEAT = "does_not_beat"
    CANNOT_PASS = "cannot_pass"
    BAD_READING = "bad_reading"
    DEAL_IS_OVER = "deal_is_over"


class IllegalAction(Exception):
    """The action is against the rules; the state is as it was.

    ``clause`` is the rulebook's number or nothing. ``params`` feed the translated sentence at
    the edge: card tuples under ``cards``, numbers under ``count``, ``need`` and the like; only
    what the acting player may know. ``str()`` is a plain English sentence for the record.
    """

    def __init__(self, code: Refusal, clause: str | None, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.params = params


# ------------------------------------------------------------------ options, deals, results


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with its English label (marked by ``N_``)."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """One [option] of a rulebook, described so that a form can be built from it.

    Either ``choices`` (the first is the default) or a whole number within ``low`` … ``high``,
    ``even`` if it must be. The default is the rulebook's standard.
    """

    name: str
    label: str
    help: str
    clause: str
    default: str | int
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    even: bool = False

    def check(self, value: object) -> str | int:
        """``value`` if the option may have it; ``ValueError`` otherwise."""
        if self.choices:
            if isinstance(value, str) and any(value == c.value for c in self.choices):
                return value
        elif (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
            and not (self.even and value % 2)
        ):
            return value
        raise ValueError(f"option {self.name}: {value!r} is not possible")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options; what it leaves out is the standard."""

    name: str
    label: str
    options: Options


@dataclass(frozen=True, slots=True)
class DealSetup:
    """A deal as it begins: all that ``start`` needs, secrets included.

    ``hands`` are in the order drawn; ``kitty`` from top to bottom; ``turned`` is guandan's
    (card, seat) of a first deal. ``options`` hold a value for every option of the game.
    """

    game: str
    options: Options
    levels: tuple[Level, Level]
    first_deal: bool
    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] = ()
    dealer: Seat | None = None
    previous: tuple[Seat, ...] | None = None
    first_drawer: Seat = 0
    turned: tuple[Card, Seat] | None = None
    ace_failures: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the reckoning: a text key marked by ``N_``, its clause and its numbers."""

    text: str
    clause: str
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended; the fields are those of the game record, ``lines`` are beside it."""

    levels: tuple[Level, Level]
    change: tuple[int, int]
    winner_team: int | None
    next_dealer: Seat | None
    points: int | None = None
    kitty_points: int | None = None
    kitty_factor: int | None = None
    kou: str | None = None
    score: tuple[int, int] | None = None
    order: tuple[Seat, ...] | None = None
    match_won_by: int | None = None
    redeal: bool = False
    ace_failures: tuple[int, int] | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What a match carries from one deal to the next; a ``DealSetup`` without its cards."""

    levels: tuple[Level, Level]
    first_deal: bool
    dealer: Seat | None = None
    previous: tuple[Seat, ...] | None = None
    first_drawer: Seat = 0
    ace_failures: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Can:
    """What a seat may do now, for the screen: the client knows no rules, only this.

    ``verbs`` as in the game record. ``count`` is the least and the most number of cards of a
    play or bury. ``pool`` are the cards (codes) that any legal selection is made of, ``must``
    those that are in every one; ``pool`` nothing means the whole hand. ``only`` is the play
    where exactly one is legal. ``shows`` are the sets that may be declared or overturned with,
    ``takes`` the kitty cards that may be swapped for. A selection within these may still be
    refused: ``decide`` has the last word.
    """

    verbs: tuple[str, ...]
    count: tuple[int, int] | None = None
    pool: tuple[str, ...] | None = None
    must: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    shows: tuple[tuple[str, ...], ...] = ()
    takes: tuple[str, ...] = ()


S = TypeVar("S")
Viewer = Seat | None
"""Who looks: a seat, or nothing for a watcher."""

Family = Literal["shengji", "guandan"]


class Game(ABC, Generic[S]):
    """One game. ``S`` is its state; events and views are frozen dataclasses of its family."""

    id: str
    family: Family
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()
    """Named choices of options, the standard first, where a rulebook has some."""
    hand_size: int
    """25 with a kitty of eight, or 27."""
    ladder: tuple[Level, ...]
    """The levels upwards that are played; a team that has passed the last one is done."""
    events: tuple[type[Any], ...]
    """Every event class, and dataclasses of the family within events, to read a log back."""

    @abstractmethod
    def start(self, setup: DealSetup) -> S:
        """The state before the first action. ``setup`` is trusted; see ``record``."""

    @abstractmethod
    def decide(self, state: S, action: Action) -> tuple[Any, ...]:
        """The events of ``action``, or ``IllegalAction``. Never changes anything."""

    @abstractmethod
    def evolve(self, state: S, event: Any) -> S:
        """The state after ``event``; every event that ``decide`` answers is trusted."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> Any:
        """What ``viewer`` may see, ready to be encoded: codes, strings, numbers, tuples."""

    @abstractmethod
    def show(self, event: Any, viewer: Viewer) -> Any | None:
        """``event`` as ``viewer`` may see it; nothing when it must not even be noticed."""

    @abstractmethod
    def can(self, state: S, seat: Seat) -> Can | None:
        """What ``seat`` may do, or nothing. Known to that seat alone."""

    @abstractmethod
    def hints(self, state: S, seat: Seat) -> Iterator[Action]:
        """Sensible legal actions, best first, made lazily and from what the seat may know."""

    @abstractmethod
    def default_action(self, state: S, seat: Seat) -> Action:
        """What is done for a seat whose time is up: legal, harmless, and deterministic."""

    @abstractmethod
    def name_play(self, state: S, seat: Seat, cards: tuple[Card, ...]) -> str:
        """The kind of the play, a text key marked by ``N_`` ("pair", "tractor", "throw" …)."""

    @abstractmethod
    def readings(
        self, state: S, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[tuple[Card, ...], ...]:
        """The different legal readings of a play (GD-16), strongest first; else empty."""

    @abstractmethod
    def phase(self, state: S) -> Phase:
        """The phase of the deal."""

    @abstractmethod
    def turn(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act, for those who know everything; empty when done."""

    @abstractmethod
    def public_turn(self, state: S) -> tuple[Seat, ...]:
        """The seats that everybody may know to be asked; empty while that is a secret."""

    def due(self, state: S) -> Action | None:
        """What the table itself has to do next (``TABLE_ACTIONS``), when the time for it has come.

        The next draw; the end of declaring once every card is drawn; going on after a phase in
        which seats are asked in secret. Nothing while a seat is to act. A record leaves these
        out: before any action but a declaration, whatever is due happens (a phase of secrets is
        left, declaring ends).
        """
        return None

    def asking_order(self, state: S) -> tuple[Seat, ...]:
        """The seats that may be asked in secret in this phase, in the order they would be.

        Public: it does not tell who really is (``turn`` does). Each is given a time of its own
        that passes whether or not it is asked; empty where nobody is ever asked in secret.
        """
        return ()

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The result once the deal is over."""

    @abstractmethod
    def report(self, state: S) -> dict[str, Any]:
        """``phase turn trump dealer tricks points readings result`` of the record's report."""

    @abstractmethod
    def first(self, options: Options) -> NextDeal:
        """The first deal of a match."""

    @abstractmethod
    def next(self, setup: DealSetup, result: Result) -> NextDeal | None:
        """The deal after one that ended so; nothing once the match is won."""

    @abstractmethod
    def check_setup(self, setup: DealSetup) -> str | None:
        """What is wrong with a well-formed deal of this game (levels, dealer …), or nothing."""

    def complete(self, options: Mapping[str, object]) -> dict[str, str | int]:
        """``options`` with every default filled in; ``ValueError`` names what is wrong."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise ValueError(f"option {name!r} is unknown")
        return {
            name: option.check(options.get(name, option.default)) for name, option in known.items()
        }


_HOMES: Final = {
    "shuangsheng": "games.engine.shengji.games",
    "guandan": "games.engine.guandan.game",
    "wangkou": "games.engine.shengji.games",
    "tycoon": "games.engine.shengji.games",
}
"""The games in the order they are listed, the best known first, and the module that registers
each."""

_registry: dict[str, Game[Any]] = {}


def register(game: Game[Any]) -> None:
    """Make a game known by its id; a second one of that id is a mistake."""
    if game.id in _registry:
        raise ValueError(f"game {game.id} is registered twice")
    _registry[game.id] = game


def game_of(game_id: str) -> Game[Any]:
    """The game of an id; ``KeyError`` when there is none. Its family is imported when needed."""
    if game_id not in _registry:
        import_module(_HOMES[game_id])
    return _registry[game_id]


def games() -> tuple[Game[Any], ...]:
    """All games, in the order they are listed to people."""
    return tuple(game_of(game_id) for game_id in _HOMES)
