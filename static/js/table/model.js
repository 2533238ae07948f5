// The table's state in the browser and how every message changes it. Pure: what must happen
// outside (sending, sounds, timers, speech) is answered as a list of effects.

import { holdText, timesAnew } from "./desk.js";
import { arrange, carry, held, pick, put, stillWhole } from "./hand.js";
import { deskLines, narrate } from "./narrate.js";
import { acting, newId, post, settle } from "./socket.js";
import { chatText, contains, fill, gettext } from "./words.js";

export const LINGER = 900; // ms that a finished trick lies on the table
export const SWEEP = 250; // ms of its way to the winner
export const PATIENCE = 5000; // ms until a message without an answer is sent again
const LOG = 300; // lines kept
export const CHAT = 100; // lines of chat kept; who has seen one may report it (may_see_line)
export const BUBBLE = 3000; // ms that what a player says stands by their seat

/**
 * @typedef {Table.State} State
 * @typedef {Table.Msg} Msg
 * @typedef {Table.Effect} Effect
 * @typedef {Table.Step} Step
 */

/** @param {Wire.Config} config @param {Table.Prefs} prefs @returns {State} */
export function initial(config, prefs) {
  return {
    config,
    prefs,
    conn: "connecting",
    refusal: null,
    frame: null,
    at: 0,
    newest: -1,
    picked: new Set(),
    cursor: -1,
    takes: [],
    locked: [],
    queued: null,
    tried: null,
    hints: null,
    choosing: false,
    confirming: false,
    outbox: [],
    notice: null,
    log: [],
    chat: [],
    read: -1,
    bubbles: [],
    unsaid: null,
    linger: null,
    dialog: null,
    sheet: false,
    verdict: null,
  };
}

/** The hand as it is shown, sorted as the player likes. @param {State} state */
export function handOf(state) {
  const view = state.frame?.view;
  return view ? held(arrange(view, state.prefs, state.locked).map((group) => group.cards)) : [];
}

/** @param {State} state */
export const seatOf = (state) => state.frame?.room.you.seat ?? null;

const ASKS = ["play", "pass", "bury", "overturn", "swap", "decline", "tribute", "return"];

/** Whether a referee or the staff has stopped the play. @param {State} state */
export const stopped = (state) => !!state.frame?.room.hold;

/**
 * Whether the table waits for this player. (A show while the cards are drawn is a right, no turn;
 * and `view.turn` holds only what everybody may know.)
 * @param {State} state
 */
export const myTurn = (state) =>
  seatOf(state) !== null &&
  !stopped(state) &&
  !!state.frame?.can?.verbs.some((verb) => ASKS.includes(verb));

/** @param {State} state @param {Msg} msg @returns {Step} */
export function update(state, msg) {
  switch (msg.type) {
    case "server":
      return fromServer(state, msg.data, msg.at);
    case "conn":
      return connection(state, msg);
    case "put":
      return picking(state, putWhole(state, msg.key, msg.up));
    case "lock":
      return lock(state, msg.cards);
    case "pick":
      return picking(state, pick(handOf(state), msg.cards, state.picked));
    case "clear":
      return picking({ ...state, takes: [], choosing: false, notice: null }, new Set());
    case "cursor":
      return [{ ...state, cursor: msg.at }, []];
    case "take":
      return [{ ...state, takes: taking(state.takes, msg.card, msg.up), notice: null }, []];
    case "act":
      return act(state, msg.message);
    case "room":
      return send(state, { id: newId(), ...msg.message });
    case "again":
      return again(state, msg.id);
    case "try":
      return tryPicked(state);
    case "hint":
      return hint(state);
    case "queue":
      return [{ ...state, queued: msg.cards, notice: null }, []];
    case "choose":
      return [{ ...state, choosing: msg.open }, []];
    case "confirm":
      return [{ ...state, confirming: msg.open }, []];
    case "sweep":
    case "swept":
      return sweep(state, msg);
    case "dialog":
      return [readUp({ ...state, dialog: msg.name }), []];
    case "utter":
      return send({ ...state, unsaid: null }, { t: "say", id: newId(), ...msg.message });
    case "hush":
      return [{ ...state, bubbles: state.bubbles.filter((each) => each.id !== msg.id) }, []];
    case "sheet":
      return [{ ...state, sheet: msg.open }, []];
    case "pref": {
      const prefs = { ...state.prefs, ...msg.change };
      return [{ ...state, prefs, cursor: -1 }, [{ do: "keep", prefs }]];
    }
    case "copy":
      return [
        state,
        [
          { do: "copy", text: msg.text },
          { do: "say", text: msg.said },
        ],
      ];
    case "say":
      return [state, [{ do: "say", text: msg.text }]];
    case "verify":
      return [state, [{ do: "verify" }]];
    case "verdict":
      return [{ ...state, verdict: msg.verdict }, []];
    case "takeBack":
      return [{ ...state, conn: "connecting" }, [{ do: "reconnect" }]];
  }
}

/** One card up or down; a card of a set that was put together takes the others along. @param {State} state @param {string} key @param {boolean} up */
function putWhole(state, key, up) {
  const hand = handOf(state);
  const group = hand.find((card) => card.key === key)?.group ?? -1;
  if (group < 0 || group >= state.locked.length) {
    return put(state.picked, key, up, mostAsked(state));
  }
  return hand
    .filter((card) => card.group === group)
    .reduce((picked, card) => put(picked, card.key, up), state.picked);
}

/** The picked cards become a set of their own; a set that is picked whole is taken apart. @param {State} state @param {readonly string[]} cards @returns {Step} */
function lock(state, cards) {
  const others = state.locked.filter((set) => !set.some((code) => cards.includes(code)));
  const apart = state.locked.some((set) => same(set, cards));
  const locked = apart ? others : [cards, ...others];
  const next = { ...state, locked, picked: new Set(), tried: null, cursor: -1 };
  return [next, []];
}

/** @param {readonly string[]} takes @param {string} card @param {boolean} up */
function taking(takes, card, up) {
  if (up) return [...takes, card];
  const at = takes.indexOf(card);
  return at < 0 ? takes : [...takes.slice(0, at), ...takes.slice(at + 1)];
}

/** How many cards the play asked for can have at the most. @param {State} state */
const mostAsked = (state) =>
  myTurn(state) && state.frame?.can?.count ? state.frame.can.count[1] : null;

/** @param {State} state @param {import("./hand.js").Picked} picked @returns {Step} */
function picking(state, picked) {
  if (picked === state.picked) return [state, []];
  const next = { ...state, picked, tried: null, choosing: false, confirming: false, notice: null };
  return [next, [{ do: "later", ms: 120, msg: { type: "try" } }]];
}

/** @param {State} state @param {Record<string, any>} message @returns {Step} */
function send(state, message) {
  const outbox = post(state.outbox, /** @type {import("./socket.js").Message} */ (message));
  return outbox === state.outbox ? [state, []] : again({ ...state, outbox }, message.id);
}

/** Whether this connection has told us where the table stands. @param {State} state */
const heardOf = (state) => state.conn === "open" && state.newest >= 0;

/** A message that nobody has settled goes out (again); the server does it once. @param {State} state @param {string} id @returns {Step} */
function again(state, id) {
  const message = state.outbox.find((each) => each.id === id);
  if (!message) return [state, []];
  const later = /** @type {Effect} */ ({ do: "later", ms: PATIENCE, msg: { type: "again", id } });
  return [state, heardOf(state) ? [{ do: "send", message }, later] : [later]];
}

/** One action of the game at a time: a second press does nothing. @type {(state: State, message: Record<string, any>) => Step} */
function act(state, message) {
  if (acting(state.outbox)) return [state, []];
  const next = { ...state, queued: null, choosing: false, confirming: false, notice: null };
  return send(next, { t: "act", id: newId(), ...message });
}

/** Ask what the picked cards would be, when there is something to play. @param {State} state @returns {Step} */
function tryPicked(state) {
  const asked = myTurn(state) && !acting(state.outbox);
  const verb = asked && state.frame?.can?.verbs.includes("play") ? "play" : null;
  const cards = verb
    ? handOf(state)
        .filter((c) => state.picked.has(c.key))
        .map((c) => c.code)
    : [];
  if (!verb || cards.length === 0 || state.conn !== "open") return [state, []];
  if (state.tried && same(state.tried.cards, cards)) return [state, []];
  const id = newId();
  return [
    { ...state, tried: { id, cards, answer: null } },
    [{ do: "send", message: { t: "try", id, do: verb, cards } }],
  ];
}

/** The first hint is asked for; more presses go round those that came. @param {State} state @returns {Step} */
function hint(state) {
  if (acting(state.outbox)) return [state, []]; // the turn is as good as over
  if (!state.hints) return [state, [{ do: "send", message: { t: "hint", id: newId() } }]];
  if (state.hints.plays.length === 0) return [state, []];
  const at = (state.hints.at + 1) % state.hints.plays.length;
  const next = { ...state, hints: { ...state.hints, at } };
  return picking(next, pick(handOf(state), state.hints.plays[at], state.picked));
}

/** @param {State} state @param {{ type: "sweep" | "swept", n: number }} msg @returns {Step} */
function sweep(state, msg) {
  if (state.linger?.n !== msg.n) return [state, []];
  if (msg.type === "swept") return [{ ...state, linger: null }, []];
  return [
    { ...state, linger: { ...state.linger, sweeping: true } },
    [{ do: "later", ms: SWEEP, msg: { type: "swept", n: msg.n } }],
  ];
}

/** @param {State} state @param {{ conn: State["conn"], refusal?: string }} msg @returns {Step} */
function connection(state, msg) {
  const next = { ...state, conn: msg.conn, refusal: msg.refusal ?? null };
  if (msg.conn !== "open") return [next, []];
  // a new connection starts from whatever frame comes first; see `resume` for what is unsettled
  return [{ ...next, newest: -1, tried: null, hints: null }, []];
}

/** @param {State} state @param {Wire.FromServer} data @param {number} at @returns {Step} */
function fromServer(state, data, at) {
  switch (data.t) {
    case "frame":
      return data.n <= state.newest ? [state, []] : newFrame(state, data, at);
    case "ack":
      return [{ ...state, outbox: settle(state.outbox, data.id) }, []];
    case "no":
      return refused(state, data);
    case "tried":
      if (state.tried?.id !== data.id) return [state, []];
      return [{ ...state, tried: { ...state.tried, answer: data } }, []];
    case "hints": {
      const next = { ...state, hints: { plays: data.plays, at: 0 } };
      const first = data.plays[0] ?? [];
      return picking(next, pick(handOf(state), first, state.picked));
    }
    case "chat":
      return "lines" in data ? [shownAnew(state, data.lines), []] : said(state, data.line);
    case "taken":
      return [{ ...state, conn: "taken" }, []];
    default:
      return [state, []];
  }
}

/** @param {State} state @param {Wire.Refusal} data @returns {Step} */
function refused(state, data) {
  const asked = state.outbox.find((message) => message.id === data.id);
  if (asked?.t === "say") {
    const unsaid = { why: data.text, text: asked.text ?? "" };
    const outbox = settle(state.outbox, data.id);
    return [{ ...state, outbox, unsaid }, [{ do: "say", text: data.text }]];
  }
  const notice = { text: data.text, clause: data.clause };
  const next = { ...state, outbox: settle(state.outbox, data.id), notice };
  return [
    next,
    [
      { do: "sound", name: "no" },
      { do: "say", text: data.text },
    ],
  ];
}

// ----------------------------------------------------------------------------------- chat

/** The newest line. @param {readonly Wire.ChatLine[]} lines */
const newest = (lines) => lines.reduce((most, line) => Math.max(most, line.id), 0);

/** What is said is read while it is open. @param {State} state @returns {State} */
const readUp = (state) =>
  state.dialog === "chat" ? { ...state, read: newest(state.chat) } : state;

/** All that was said lately, after connecting or when a line was hidden. @param {State} state @param {Wire.ChatLine[]} lines */
function shownAnew(state, lines) {
  const bubbles = state.bubbles.filter((each) => lines.some((line) => line.id === each.id));
  const read = state.read < 0 ? newest(lines) : state.read; // what was said before we came is old
  return readUp({ ...state, chat: lines, bubbles, read });
}

/** Somebody says something. @param {State} state @param {Wire.ChatLine} line @returns {Step} */
function said(state, line) {
  const chat = [...state.chat, line].slice(-CHAT);
  const next = readUp({ ...state, chat });
  if (!audible(state, line)) return [next, []];
  /** @type {Effect[]} */
  const effects = [];
  if (!isMine(state, line)) {
    const text = fill(gettext("%(name)s says: %(text)s"), { name: line.name, text: chatText(line) });
    effects.push({ do: "say", text });
  }
  if (line.seat !== null) {
    next.bubbles = [...state.bubbles.filter((each) => each.seat !== line.seat), line];
    effects.push({ do: "later", ms: BUBBLE, msg: { type: "hush", id: line.id } });
  }
  return [next, effects];
}

/** @param {State} state @param {Wire.ChatLine} line */
export const isMine = (state, line) => line.user === state.frame?.room.you.user;

/** Whether this reader wants to hear it. @param {State} state @param {Wire.ChatLine} line */
export const audible = (state, line) =>
  state.prefs.chat === "on" && !state.prefs.deaf.includes(line.user);

/** How many lines have come that nobody has looked at. @param {State} state */
export const unread = (state) =>
  state.chat.filter((line) => line.id > state.read && audible(state, line) && !isMine(state, line))
    .length;

/** @param {State} state @param {Wire.Frame} arrived @param {number} at @returns {Step} */
function newFrame(state, arrived, at) {
  const before = state.frame;
  const fresh = !before || state.newest < 0; // the first frame of a connection: no motion
  // what seldom changes of the room is sent only when it has changed
  const room = fresh ? arrived.room : { ...before.room, ...arrived.room };
  const frame = { ...arrived, room };
  const sameDeal =
    before?.room.match?.id === frame.room.match?.id &&
    before?.room.match?.deal === frame.room.match?.deal &&
    !!before?.view;
  // the state has jumped back to an earlier trick: what was prepared was for cards played otherwise
  const anew = sameDeal && timesAnew(frame.room) !== timesAnew(before?.room);
  /** @type {Effect[]} */
  const effects = [];
  /** @type {State} */
  let next = { ...state, frame, at, newest: frame.n };
  if (!sameDeal || anew) {
    next = { ...next, picked: new Set(), queued: null, takes: [], cursor: -1, linger: null };
    next = { ...next, outbox: next.outbox.filter((message) => message.t !== "act") };
  }
  if (!sameDeal) next = { ...next, locked: [], verdict: null, sheet: false };
  if (fresh) effects.push(...resume(next));
  if (!before && room.hold) effects.push({ do: "say", text: holdText(room.hold) });
  if (before) {
    const lines = fresh || anew ? deskLines(before, frame) : narrate(before, frame);
    if (lines.length) {
      next.log = [...state.log, ...lines].slice(-LOG);
      const sounds = new Set(lines.map((line) => line.sound).filter((s) => s !== null));
      for (const name of sounds) effects.push({ do: "sound", name });
    }
  }
  next.locked = stillWhole(next.locked, frame.view);
  next.picked = carry(next.picked, handOf(state), handOf(next));
  linger(next, before, fresh || !sameDeal || anew, effects);
  if (frame.room.phase === "result" || frame.room.phase === "over") {
    if (before?.room.phase !== frame.room.phase) {
      next.sheet = true;
      if (!fresh) effects.push({ do: "sound", name: "over" });
    }
  } else next.sheet = false;
  const asked = JSON.stringify(frame.can) !== JSON.stringify(before?.can ?? null);
  const released = !!before?.room.hold !== !!frame.room.hold;
  if (asked || released || anew || !sameDeal) return turnChanged(next, effects, fresh);
  return [next, effects];
}

/**
 * What is unsettled goes again on a new connection, once its first frame has said that it still
 * has its place: an action from before the deal was rolled back has none.
 * @param {State} state @returns {Effect[]}
 */
const resume = (state) => state.outbox.map((message) => ({ do: "send", message }));

/** The trick or round before this one. @param {any} view @returns {Wire.LastTrick | null} */
const finished = (view) => view?.last_trick ?? view?.last_round ?? null;

/** @param {State} next @param {Wire.Frame | null} before @param {boolean} skip @param {Effect[]} effects */
function linger(next, before, skip, effects) {
  const last = finished(next.frame?.view);
  if (skip || !last || JSON.stringify(last) === JSON.stringify(finished(before?.view))) return;
  next.linger = { trick: last, n: next.newest, sweeping: false };
  effects.push({ do: "later", ms: LINGER, msg: { type: "sweep", n: next.newest } });
}

/** What is asked of this player is new: preselect, or play what was queued. @param {State} state @param {Effect[]} effects @param {boolean} fresh @returns {Step} */
function turnChanged(state, effects, fresh) {
  const can = state.frame?.can ?? null;
  /** @type {State} */
  let next = {
    ...state,
    tried: null,
    hints: null,
    choosing: false,
    confirming: false,
    notice: null,
  };
  if (!can || !myTurn(next)) return [next, effects];
  if (!fresh) effects.push({ do: "sound", name: "turn" });
  const hand = handOf(next);
  if (next.queued && can.verbs.includes("play")) {
    const cards = next.queued;
    next = { ...next, queued: null };
    if (
      mayPlay(
        cards,
        can,
        hand.map((c) => c.code),
      )
    ) {
      const [sent, more] = act(next, { do: "play", cards });
      return [sent, [...effects, ...more]];
    }
    const text = gettext("The play laid ready is no longer possible.");
    next = { ...next, notice: { text, clause: null } };
  }
  const up = can.only ?? (next.picked.size === 0 ? can.must : []);
  if (up.length) next.picked = pick(hand, up, next.picked);
  if (next.picked.size) effects.push({ do: "later", ms: 0, msg: { type: "try" } });
  return [next, effects];
}

/**
 * Whether a queued play is still worth sending. The server has the last word; this only spares
 * it what cannot be.
 * @param {readonly string[]} cards @param {Wire.Can} can @param {readonly string[]} hand
 */
export function mayPlay(cards, can, hand) {
  if (can.count && (cards.length < can.count[0] || cards.length > can.count[1])) return false;
  return (
    contains(hand, cards) &&
    contains(cards, can.must) &&
    (!can.pool || cards.every((code) => can.pool?.includes(code))) &&
    (!can.only || same(can.only, cards))
  );
}

/** Whether two heaps hold the same cards. @param {readonly string[]} a @param {readonly string[]} b */
export const same = (a, b) => a.length === b.length && contains(a, b);
