// The client's own state, what changes it, and what that makes happen outside (model.js).
// Ambient like wire.d.ts.

declare namespace Table {
  type Prefs = import("./prefs.js").Prefs;

  interface State {
    config: Wire.Config;
    prefs: Prefs;
    conn: "connecting" | "open" | "lost" | "taken" | "refused";
    /** why the server closed for good */
    refusal: string | null;
    frame: Wire.Frame | null;
    /** when the frame came, on the page's clock in ms */
    at: number;
    /** the highest frame number of this connection */
    newest: number;
    picked: import("./hand.js").Picked;
    /** the hand's card that the arrows have reached */
    cursor: number;
    /** kitty cards picked for a swap */
    takes: readonly string[];
    /** sets put together in a guandan hand */
    locked: import("./hand.js").Locked;
    /** a play that waits for its turn */
    queued: readonly string[] | null;
    /** the picked cards as the server was asked about them, and what it said */
    tried: { id: string; cards: string[]; answer: Wire.Tried | null } | null;
    hints: { plays: string[][]; at: number } | null;
    /** the chooser of readings is open */
    choosing: boolean;
    /** the play waits for a second press */
    confirming: boolean;
    outbox: import("./socket.js").Outbox;
    notice: { text: string; clause: string | null } | null;
    log: readonly import("./narrate.js").Line[];
    /** what was said lately, whoever this reader wants to hear */
    chat: readonly Wire.ChatLine[];
    /** the id of the last line that was looked at; before the first list -1 */
    read: number;
    /** what players have just said */
    bubbles: readonly Wire.ChatLine[];
    /** what the table would not let us say, and why not */
    unsaid: { why: string; text: string } | null;
    /** the finished trick, while it is still on the table */
    linger: { trick: Wire.LastTrick; n: number; sweeping: boolean } | null;
    dialog: string | null;
    /** the result sheet is open */
    sheet: boolean;
    verdict: import("./fair.js").Verdict | null;
  }

  type Msg =
    | { type: "server"; data: Wire.FromServer; at: number }
    | { type: "conn"; conn: State["conn"]; refusal?: string }
    | { type: "put"; key: string; up: boolean }
    | { type: "pick"; cards: readonly string[] }
    | { type: "clear" }
    | { type: "cursor"; at: number }
    | { type: "take"; card: string; up: boolean }
    | { type: "lock"; cards: readonly string[] }
    | { type: "act"; message: Record<string, any> }
    | { type: "room"; message: Record<string, any> }
    | { type: "again"; id: string }
    | { type: "try" }
    | { type: "hint" }
    | { type: "queue"; cards: readonly string[] | null }
    | { type: "choose"; open: boolean }
    | { type: "confirm"; open: boolean }
    | { type: "sweep"; n: number }
    | { type: "swept"; n: number }
    | { type: "dialog"; name: string | null }
    | { type: "sheet"; open: boolean }
    | { type: "pref"; change: Partial<Prefs> }
    | { type: "copy"; text: string; said: string }
    | { type: "say"; text: string }
    | { type: "utter"; message: { phrase: string } | { text: string } }
    | { type: "hush"; id: number }
    | { type: "verify" }
    | { type: "verdict"; verdict: State["verdict"] }
    | { type: "takeBack" };

  type Effect =
    | { do: "send"; message: Record<string, any> }
    | { do: "sound"; name: string }
    | { do: "say"; text: string }
    | { do: "later"; ms: number; msg: Msg }
    | { do: "keep"; prefs: Prefs }
    | { do: "copy"; text: string }
    | { do: "verify" }
    | { do: "reconnect" };

  type Step = [State, Effect[]];

  type Dispatch = (msg: Msg) => void;
}
