/** Keyframes are copied to other parameters, reversed, and stretched in time. */
const keyframeTools = {
  /** The copied keyframes: `{ kind, keyframes }`. */
  copied: null,

  element(context, motion, inner) {
    if (motion.follow !== undefined || !motion.keyframes.every(k => Number.isFinite(k.at))) return null;
    // Each is a step of its own to undo.
    const set = keyframes => { motion.keyframes = keyframes; editor.lastPath = ''; context.set(structuredClone(motion)); editor.lastPath = ''; inspector.rebuild(true); };
    const button = (text, label, run, extra = {}) => h('button', { type: 'button', class: 'quiet', 'aria-label': `${context.label}: ${label}`, title: label, onclick: run, ...extra }, text);
    const { copied } = this, fits = copied?.kind === inner.kind;
    return h('div', { class: 'keyframe-tools', role: 'toolbar', 'aria-label': `${context.label}: all keyframes` },
      button('Copy', 'copy the keyframes', () => { this.copied = { kind: inner.kind, keyframes: structuredClone(motion.keyframes) }; say(`${motion.keyframes.length} keyframes are copied`); inspector.rebuild(true); }),
      button('Paste', fits ? 'paste the copied keyframes in place of these' : 'nothing that fits is copied', () => set(structuredClone(copied.keyframes)), { disabled: !fits }),
      button('Reverse', 'play backward', () => set(this.reversed(motion.keyframes)), { disabled: motion.keyframes.length < 2 }),
      button('Stretch …', 'stretch in time', () => this.askStretch(motion.keyframes, set), { disabled: motion.keyframes.length < 2 }));
  },

  /** The same way back in the same time; springs and curves that are no mirror images keep their form. */
  reversed(keyframes) {
    const [first, last] = [keyframes[0].at, keyframes.at(-1).at];
    return keyframes.map((k, n) => {
      const from = keyframes[keyframes.length - 1 - n], curve = keyframes[keyframes.length - 2 - n]?.curve;
      const { curve: own, in: before, out: after, ...rest } = from;
      return { ...rest, at: rounded(first + last - from.at, 4), ...(after === undefined ? {} : { in: after }), ...(before === undefined ? {} : { out: before }), ...(curve === undefined ? {} : { curve: this.mirrored(curve) }) };
    });
  },

  mirrored(curve) {
    if (typeof curve !== 'string') return curve;
    const read = easing.read(curve);
    if (read?.kind === 'bezier') { const [a, b, c, d] = read.points; return `cubic-bezier(${[1 - c, 1 - d, 1 - a, 1 - b].map(n => rounded(n, 4)).join(', ')})`; }
    const pairs = { 'ease-in': 'ease-out', 'ease-out': 'ease-in', ease: 'cubic-bezier(0.75, 0, 0.75, 0.9)', default: 'cubic-bezier(0.75, 0, 0.75, 0.9)', 'step-start': 'step-end', 'step-end': 'step-start' };
    if (pairs[curve]) return pairs[curve];
    const [, stem, way] = curve.match(/^(sine|quad|cubic|quart|quint|expo|circ|back|elastic|bounce)-(in|out)$/) || [];
    return stem ? `${stem}-${way === 'in' ? 'out' : 'in'}` : curve;
  },

  stretched(keyframes, seconds) {
    const [first, last] = [keyframes[0].at, keyframes.at(-1).at];
    return keyframes.map(k => ({ ...k, at: rounded(first + ((k.at - first) / (last - first || 1)) * seconds, 4) }));
  },

  askStretch(keyframes, set) {
    const field = h('input', { type: 'number', min: 0, step: 'any', value: rounded(keyframes.at(-1).at - keyframes[0].at, 4), 'aria-label': 'Seconds from the first to the last' });
    const take = () => { if (field.valueAsNumber > 0) set(this.stretched(keyframes, field.valueAsNumber)); };
    ask('Stretch the keyframes', [h('label', { class: 'stretch' }, 'Seconds from the first to the last ', field)], [['Stretch', take, true]]);
    field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); $('question').close(); take(); } });
    field.select();
    field.focus();
  },
};
