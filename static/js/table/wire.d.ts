// What goes over the wire (docs/protocol.md), for the type check. Ambient, so that modules name
// these types without an import statement that the static files' storage would try to follow.

declare namespace Wire {
  type Card = string;
  type Seat = number;
  type Team = 0 | 1;

  interface Trump {
    suit: "S" | "H" | "C" | "D" | null;
    level: string;
  }

  interface SeatInfo {
    seat: Seat;
    name: string;
    kind: "person" | "guest" | "bot" | "free";
    user: number | null;
    connected: boolean;
    ready: boolean;
    away: boolean;
  }

  interface Clock {
    seats: Seat[];
    turn: number;
    bank: number;
    of: number;
  }

  interface SheetRow {
    deal: number;
    points: number | null;
    change: [number, number];
    score: [number, number] | null;
    levels: [string, string];
    dealer: Seat | null;
    void: boolean;
    /** the levels that the deal began with, where a ruling had changed them (CP-12) */
    ruled?: [string, string] | null;
  }

  interface Match {
    id: number | null;
    number: number;
    deal: number;
    levels: [string, string];
    score: [number, number] | null;
    won_by: Team | null;
    sheet: SheetRow[];
    /** the running deal was rolled back so many times, last to the beginning of this trick */
    anew?: { times: number; trick: number } | null;
  }

  interface Hold {
    by: "referee" | "staff";
    why: string;
  }

  /** what the referees of the event show at the table */
  interface Desk {
    /** `seat` is null when the pair has called by phone */
    call?: { seat: Seat | null; name: string; reason: string } | null;
    referees?: string[];
    hands?: boolean;
  }

  interface Fair {
    commitment: string | null;
    seed: string | null;
    table: string;
    deal: number;
  }

  interface Room {
    code: string;
    name: string;
    game: string;
    options: Record<string, string | number>;
    status: "open" | "playing" | "closed";
    phase: "waiting" | "drawing" | "closing" | "playing" | "result" | "over";
    host: number | null;
    private: boolean;
    turn_seconds: number;
    bank_seconds: number;
    lines: { text: string; clause: string }[] | null;
    /** `asked`: ms left to one who is asked in secret */
    you: { seat: Seat | null; user: number | null; host: boolean; asked?: number | null; say?: Voice | null };
    seats: SeatInfo[];
    clock: Clock | null;
    countdown: number | null;
    managed: boolean;
    max_deals: number | null;
    ends_in: number | null;
    watchers: number;
    match: Match | null;
    fair: Fair | null;
    hold?: Hold | null;
    desk?: Desk;
    /** levels up or down for both teams when the next deal begins */
    ruled?: [number, number] | null;
  }

  interface Can {
    verbs: string[];
    count: [number, number] | null;
    pool: Card[] | null;
    must: Card[];
    only: Card[] | null;
    shows: Card[][];
    takes: Card[];
  }

  interface Line {
    text: string;
    clause: string;
    params?: Record<string, string | number>;
  }

  interface Result {
    levels: [string, string];
    change: [number, number];
    winner_team: Team | null;
    next_dealer: Seat | null;
    points: number | null;
    kitty_points: number | null;
    kitty_factor: number | null;
    kou: string | null;
    score: [number, number] | null;
    order: Seat[] | null;
    match_won_by: Team | null;
    redeal: boolean;
    lines: Line[];
  }

  interface Declaration {
    seat: Seat;
    cards: Card[];
    after: number;
  }

  type Play = [Seat, Card[]];

  interface Trick {
    leader: Seat;
    plays: Play[];
    winning: Seat | null;
  }

  interface LastTrick extends Trick {
    winning: Seat;
    winner: Seat;
    points: number;
  }

  interface ShengjiView {
    game: string;
    phase: string;
    viewer: Seat | null;
    levels: [string, string];
    level: string;
    trump: Trump | null;
    dealer: Seat | null;
    declaration: Declaration | null;
    declarations: Declaration[];
    overturns: { seat: Seat; cards: Card[] }[];
    turned: Card[];
    first_deal: boolean;
    drawn: number;
    turn: Seat[];
    hand: Card[][];
    counts: number[];
    kitty: Card[] | null;
    kitty_by: Seat | null;
    trick: Trick | null;
    last_trick: LastTrick | null;
    tricks_played: number;
    points: number;
    failed_throw: { seat: Seat; cards: Card[]; forced: Card[] } | null;
    captured: Card[];
    hands: Card[][] | null;
    result: Result | null;
  }

  interface Reading {
    kind: string;
    rank: string | null;
    size: number;
    as: Card[];
  }

  interface Round {
    leader: Seat;
    plays: [Seat, Card[], Reading][];
    passed: Seat[];
    winning: Seat;
  }

  type Gift = [Seat, Seat | null, Card | null];

  interface GuandanView {
    game: string;
    phase: string;
    viewer: Seat | null;
    levels: [string, string];
    level: string;
    wild: Card;
    team_of_level: Team | null;
    turn: Seat[];
    hand: Card[][];
    counts: (number | null)[];
    trick: Round | null;
    last_round: Round | null;
    order: Seat[];
    tribute: {
      owed: Seat[];
      paid: Gift[];
      returned: Gift[];
      resisted: boolean;
      tie: boolean;
    } | null;
    previous: Seat[] | null;
    turned: [Card, Seat] | null;
    first_drawer: Seat;
    ace_failures: [number, number] | null;
    hands: Card[][] | null;
    result: Result | null;
  }

  interface Frame {
    t: "frame";
    n: number;
    seq: number;
    room: Room;
    view: any;
    can: Can | null;
    events: { e: string; seat?: Seat; auto?: boolean; [field: string]: any }[];
  }

  interface Refusal {
    t: "no";
    id: string;
    code: string;
    clause: string | null;
    text: string;
    cards?: Card[];
  }

  interface Tried {
    t: "tried";
    id: string;
    ok: boolean;
    kind?: string;
    label?: string;
    readings?: Card[][];
    code?: string;
    clause?: string | null;
    text?: string;
    cards?: Card[];
  }

  interface ChatLine {
    id: number;
    /** ms since 1970 */
    at: number;
    seat: Seat | null;
    user: number;
    name: string;
    phrase: string | null;
    text: string | null;
    /** only watchers hear it */
    watchers: boolean;
  }

  interface Voice {
    phrases: string[];
    words: boolean;
    watchers: boolean;
  }

  interface Hints {
    t: "hints";
    id: string;
    plays: Card[][];
  }

  type FromServer =
    | Frame
    | { t: "ack"; id: string; seq: number }
    | Refusal
    | Tried
    | Hints
    | { t: "chat"; line: ChatLine }
    | { t: "chat"; lines: ChatLine[] }
    | { t: "taken" }
    | { t: "told"; text: string }
    | { t: "pong" };

  /** Of a managed table: its event, the pairs, and until when they may come (CP-3) */
  interface TableEvent {
    name: string;
    url: string;
    /** the server's clock when the page was made */
    now: string;
    sides: { name: string; until: string | null; leave: boolean; here: boolean }[];
  }
  interface Config {
    socket: string;
    sprite: string;
    code: string;
    invite: string | null;
    lobby: string;
    matches: string;
    rules: string | null;
    shuffle: string | null;
    report?: string | null;
    report_line?: string;
    event?: TableEvent | null;
    standing?: string;
  }
}

interface HTMLElementTagNameMap {
  "table-app": HTMLElement;
}
