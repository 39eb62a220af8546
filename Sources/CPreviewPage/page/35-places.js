/** Projective maps of the plane: nine numbers, row by row. */
const mapping = {
  move: (x, y) => [1, 0, x, 0, 1, y, 0, 0, 1],
  stretch: (x, y) => [x, 0, 0, 0, y, 0, 0, 0, 1],
  /** Clockwise. */
  turn: degrees => { const a = (degrees * Math.PI) / 180, [s, c] = [Math.sin(a), Math.cos(a)]; return [c, -s, 0, s, c, 0, 0, 0, 1]; },
  times: (...maps) => maps.reduce((a, b) => a.map((_, n) => [0, 1, 2].reduce((sum, k) => sum + a[n - (n % 3) + k] * b[3 * k + (n % 3)], 0))),
  apply: ([a, b, c, d, e, f, g, hh, i], [x, y]) => { const w = g * x + hh * y + i; return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]; },
  /** Nothing where there is none. */
  inverse([a, b, c, d, e, f, g, hh, i]) {
    const m = [e * i - f * hh, c * hh - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * hh - e * g, b * g - a * hh, a * e - b * d];
    const det = a * m[0] + b * m[3] + c * m[6];
    return Math.abs(det) > 1e-12 && Number.isFinite(det) ? m.map(v => v / det) : null;
  },
  /** Whether it neither turns nor scales. */
  isMove: ([a, b, , d, e, , g, hh]) => Math.hypot(a - 1, b, d, e - 1, g, hh) < 1e-9,
};

/**
 * Values of stages that are changed on the picture. Each is `{ value, edits(value) }` with the value at the playhead, or `{ why }`,
 * the reason why it cannot be changed there.
 */
const places = {
  /** The place of a stage, from the last answer. */
  of(stage) { return overlay.boxes?.find(b => b.id === stage?.id)?.place; },

  parameter: (stage, name) => stage.parameters.find(p => p.name === name),

  /** The number of a parameter that is not animated; nothing where it is. */
  constant(stage, name, fallback) {
    const p = places.parameter(stage, name);
    const value = p ? (p.isSet ? p.json : p.default ?? fallback) : fallback;
    return (Array.isArray(value) ? value.every(Number.isFinite) : Number.isFinite(value)) ? value : undefined;
  },

  /** Why nothing of a stage can be changed here. */
  obstacle(stage) {
    if (!stage) return 'Pick a stage first';
    if (structure.obstacle) return structure.obstacle;
    if (structure.isLocked(stage)) return `${stage.id} is locked`;
    return null;
  },

  source(stage, name) {
    const index = state.job.stages.indexOf(stage);
    const edge = state.job.edges.find(e => e.kind === 'value' && e.to === index && e.label?.split(/\W+/).includes(name));
    return edge && state.job.stages[edge.from];
  },

  /** A parameter by its name; `current` is its value at the playhead, where that is known, and `fallback` the one that it has without being set. */
  find(stage, name, current, fallback) {
    const why = places.obstacle(stage);
    if (why) return { why };
    const p = places.parameter(stage, name);
    if (!p) return { why: `${stage.id} has no ${name}` };
    const source = places.source(stage, name);
    if (source) return { why: `The ${name} of ${stage.id} comes from ${source.id}` };
    return places.written(p.path, p.isSet ? p.json : p.default ?? fallback, name, stage, current);
  },

  written(path, json, name, stage, current) {
    const isPlain = v => (Array.isArray(v) ? v.length === 2 && v.every(Number.isFinite) : Number.isFinite(v));
    if (isPlain(json)) return { path, value: json, edits: value => [{ path, value }] };
    if (isMotion(json)) return places.keyframe(path, json, name, stage, current, isPlain);
    return { why: isVariable(json) ? `The ${name} of ${stage.id} is ${json}` : `The ${name} of ${stage.id} is computed` };
  },

  /** The keyframe at the playhead, or a new one there. */
  keyframe(path, motion, name, stage, current, isPlain) {
    const { keyframes: frames } = motion;
    if (motion.follow !== undefined) return { why: `The ${name} of ${stage.id} follows ${motion.follow}` };
    if (!frames.every(k => Number.isFinite(k.at))) return { why: `The keyframes of ${stage.id} have times that are computed` };
    // The stage that holds it may play it in a time of its own.
    const own = overlay.boxesKey === overlay.wantedKey ? overlay.boxes?.find(b => b.id === stage.id)?.time : undefined;
    if (own === undefined && motions.isRemapped(stage)) return { why: `The time of ${stage.id} is not known at this frame` };
    const at = rounded(own ?? Math.max(0, player.frame / player.fps - stage.start));
    if (motion.repeat !== undefined && at > frames.at(-1).at + 1e-6) return { why: `The ${name} of ${stage.id} repeats: go to its first turn` };
    const near = frames.findIndex(k => Math.abs(k.at - at) < 0.5 / player.fps);
    if (near >= 0) {
      if (!isPlain(frames[near].value)) return { why: `Keyframe ${near + 1} of the ${name} of ${stage.id} is computed` };
      return { path: `${path}.keyframes[${near}].value`, value: frames[near].value, edits: value => [{ path: `${path}.keyframes[${near}].value`, value }], note: `keyframe ${near + 1}` };
    }
    if (!isPlain(current)) return { why: `The ${name} of ${stage.id} is between two keyframes: go to one` };
    const n = frames.filter(k => k.at < at).length;
    let isThere = false;
    const edits = value => {
      if (isThere) return [{ path: `${path}.keyframes[${n}].value`, value }];
      isThere = true;
      return [{ path: `${path}.keyframes[${n}]`, insert: { at, value } }];
    };
    return { path, value: current, edits, note: `a keyframe at ${secondsText(at, 2)}` };
  },

  /** The value that moves a stage: its position, or the offset of its place. `space` maps it to the canvas, `origin` is where it is there. */
  position(stage) {
    const why = places.obstacle(stage);
    if (why) return { why };
    const place = places.of(stage);
    const space = place?.space ?? mapping.move(0, 0);
    const anchor = place?.matrix && mapping.apply(place.matrix, place.anchor);
    const located = (found, space) => (found.why ? found : { ...found, space, inverse: mapping.inverse(space), origin: anchor ?? mapping.apply(space, found.value) });
    const holder = state.job.stages[stage.parent];
    if (holder && places.parameter(holder, 'layout')?.isSet) return { why: `${stage.id} is arranged by ${holder.id}` };
    const at = stage.keys?.find(k => k.name === 'place');
    if (isObject(at?.json)) return located(places.written(`${at.path}.offset`, at.json.offset ?? [0, 0], 'place', stage), place?.holder ?? space);
    if (at?.isSet) return { why: `The place of ${stage.id} is computed` };
    const name = ['position', 'center'].find(n => places.parameter(stage, n)?.schema.kind === 'point');
    if (!name) return { why: `${stage.id} has no position on the canvas` };
    if (!places.parameter(stage, name).isSet && (places.parameter(stage, 'coordinate')?.isSet || places.source(stage, 'coordinate'))) {
      const ground = Ground.of(stage);
      return ground ? ground.located(places.find(stage, 'coordinate')) : { why: `${stage.id} stands on a map that is not seen at this frame` };
    }
    const { canvas } = state.job, inverse = mapping.inverse(space), offset = places.constant(stage, 'offset', [0, 0]);
    const now = anchor && inverse && offset && mapping.apply(inverse, anchor).map((v, n) => v - offset[n]);
    return located(places.find(stage, name, now, place?.anchor ?? [canvas.width / 2, canvas.height / 2]), space);
  },

  /** The value of a position that is moved on the canvas. */
  moved(at, [dx, dy], digits) {
    if (at.ground) return at.ground.coordinate([at.origin[0] + dx, at.origin[1] + dy], at.origin) ?? at.value;
    if (!at.inverse) return at.value;
    const [from, to] = [at.origin, [at.origin[0] + dx, at.origin[1] + dy]].map(p => mapping.apply(at.inverse, p));
    const places = mapping.isMove(at.space) ? digits : Math.max(1, digits);
    return at.value.map((v, n) => rounded(v + to[n] - from[n], places));
  },
};

/** Follows a pointer over the picture until it is released, whatever is drawn anew meanwhile. */
function followPointer(event, { move, end }) {
  const box = $('frame-box');
  box.setPointerCapture(event.pointerId);
  const stop = () => {
    box.removeEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) box.removeEventListener(name, stop);
    end();
  };
  box.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel']) box.addEventListener(name, stop);
}
