// The table's sounds, made of a few oscillators: nothing to load, nothing borrowed.

/** @type {AudioContext | null} */
let context = null;

/** A browser plays nothing before the first touch or key: wake the context then. */
export function armSound() {
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake);
}

/**
 * One tone that swells at once and dies away.
 * @param {AudioContext} audio @param {OscillatorType} type @param {number} hz
 * @param {number} after s @param {number} long s @param {number} loud 0 … 1 @param {number} to hz
 */
function tone(audio, type, hz, after, long, loud, to = hz) {
  const start = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(hz, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + long + 0.02);
}

/** The slap of a card: a breath of filtered noise. @param {AudioContext} audio */
function slap(audio) {
  const frames = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1700;
  filter.Q.value = 0.8;
  gain.gain.value = 0.35;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  play: slap,
  show: (audio) => {
    slap(audio);
    tone(audio, "triangle", 520, 0.02, 0.22, 0.12, 780);
  },
  turn: (audio) => {
    tone(audio, "sine", 660, 0, 0.18, 0.16);
    tone(audio, "sine", 880, 0.11, 0.26, 0.16);
  },
  hurry: (audio) => tone(audio, "square", 990, 0, 0.07, 0.04),
  no: (audio) => tone(audio, "triangle", 220, 0, 0.16, 0.14, 170),
  over: (audio) => {
    [523, 659, 784, 1047].forEach((hz, i) => tone(audio, "sine", hz, i * 0.12, 0.4, 0.13));
  },
};

/** @param {string} name */
export function play(name) {
  if (name === "turn") navigator.vibrate?.(40);
  if (context?.state === "running") SOUNDS[name]?.(context);
}
