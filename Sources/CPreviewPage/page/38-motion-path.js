/** The way of the picked stage over the picture: its keyframes as dots to drag, and where it is at each frame. */
class MotionPaths {
  parts(stage) {
    const p = ['position', 'center'].map(name => places.parameter(stage, name)).find(q => q && isMotion(q.json));
    if (!p || p.json.follow !== undefined || places.source(stage, p.name)) return [];
    const { keyframes } = p.json, offset = places.constant(stage, 'offset', [0, 0]);
    const isKnown = k => Number.isFinite(k.at) && Array.isArray(k.value) && k.value.length === 2 && k.value.every(Number.isFinite);
    if (!offset || keyframes.length < 2 || !keyframes.every(isKnown)) return [];
    const { space } = places.of(stage), { unit } = overlay;
    const map = value => mapping.apply(space, [value[0] + offset[0], value[1] + offset[1]]);
    const spots = keyframes.map(k => map(k.value));
    const steps = this.steps(stage, p).map(map);
    const way = steps.length > 1 ? [spots[0], ...steps, spots.at(-1)] : spots;
    return [svg('path', { d: `M${way.map(s => s.join(' ')).join('L')}`, class: 'way', 'vector-effect': 'non-scaling-stroke' }), svg('path', { d: steps.map(([x, y]) => `M${x} ${y}h0`).join(''), class: 'way-steps', 'vector-effect': 'non-scaling-stroke' }),
      ...(p.json.mode === undefined || p.json.mode === 'linear' ? keyframes.flatMap((k, n) => this.bends(stage, p, n, space, map, spots[n])) : []), ...keyframes.map((k, n) => this.dot(stage, p, n, space, map, spots[n]))];
  }

  dot(stage, p, n, space, map, spot) {
    const { unit } = overlay, { at } = p.json.keyframes[n];
    const label = `Keyframe ${n + 1} at ${secondsText(at, 2)}: drag to move, or arrow keys; with alt to bend the way, Enter or a double click for a smooth one or a corner`;
    const dot = handles.node('way-dot', `way ${n}`, spot, label, (from, event) => this.pressed(stage, p, n, space, map, from, event), [svg('circle', { r: 9 * unit, class: 'reach' }), svg('circle', { r: 4.5 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })]);
    dot.addEventListener('keydown', event => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      this.toggle(stage, p, n);
    });
    return dot;
  }

  /** A press on a dot: the second one soon after the first makes a corner smooth, or the other way round. */
  pressed(stage, p, n, space, map, from, event) {
    const now = performance.now(), key = `${stage.id} ${n}`, isSecond = event && this.last?.key === key && now - this.last.at < 350;
    if (event) this.last = { key, at: now };
    if (isSecond) { this.toggle(stage, p, n); return { isDone: true }; }
    return event?.altKey ? this.bending(stage, p, n, n === p.json.keyframes.length - 1 ? 'in' : 'out', space, map, true) : this.moving(stage, p, n, space, map, from);
  }

  /** The places at frames as the program computes them, from the first keyframe to the last, no more than a few hundred. */
  steps(stage, { name, json: { keyframes } }) {
    const known = motions.values(stage, name);
    if (known?.axes.length !== 2) return [];
    const { times } = motions.own, [first, last] = [keyframes[0].at, keyframes.at(-1).at];
    const frames = times.map((_, n) => n).filter(n => times[n] >= first - 1e-6 && times[n] <= last + 1e-6 && times[n] !== times[n - 1]);
    const step = Math.ceil(frames.length / 600);
    return frames.filter((_, n) => n % step === 0 || n === frames.length - 1).map(n => [known.axes[0][n], known.axes[1][n]]);
  }

  moving(stage, parameter, n, space, map, from) {
    if (places.obstacle(stage)) return { why: places.obstacle(stage) };
    const path = `${parameter.path}.keyframes[${n}].value`, value = parameter.json.keyframes[n].value;
    const at = { value, space, inverse: mapping.inverse(space), origin: map(value), edits: v => [{ path, value: v }] };
    return { ...handles.moving(stage, at, from), label: `moving keyframe ${n + 1} of ${stage.id}` };
  }

  // Bends

  /** The ways' handles at a keyframe, of those that it has. */
  bends(stage, p, n, space, map, spot) {
    const { unit } = overlay, frame = p.json.keyframes[n];
    return ['in', 'out'].filter(side => Array.isArray(frame[side]) && frame[side].every(Number.isFinite)).flatMap(side => {
      const end = map(frame.value.map((v, axis) => v + frame[side][axis]));
      return [svg('path', { d: `M${spot.join(' ')}L${end.join(' ')}`, class: 'way-arm', 'vector-effect': 'non-scaling-stroke' }),
        handles.node('way-bend', `bend ${n} ${side}`, end, `Bend of the way ${side === 'in' ? 'to' : 'from'} keyframe ${n + 1}: drag, or arrow keys; with alt this side alone`, () => this.bending(stage, p, n, side, space, map, false),
          [svg('circle', { r: 8 * unit, class: 'reach' }), svg('circle', { r: 3.5 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })])];
    });
  }

  /** Drags a handle, or pulls two out of a dot; the opposite one turns with it, and what is dragged onto the dot goes. */
  bending(stage, p, n, side, space, map, isNew) {
    if (places.obstacle(stage)) return { why: places.obstacle(stage) };
    if (p.json.mode !== undefined && p.json.mode !== 'linear') return { why: `The keyframes of ${stage.id} are '${p.json.mode}', whose ways have no handles` };
    const frame = p.json.keyframes[n], inverse = mapping.inverse(space), spot = map(frame.value), path = `${p.path}.keyframes[${n}]`;
    if (!inverse) return { why: `${stage.id} is seen from its edge` };
    const other = side === 'in' ? 'out' : 'in', hasOther = other === 'in' ? n > 0 : n < p.json.keyframes.length - 1;
    const zero = mapping.apply(inverse, spot), old = frame[other];
    // A drag that comes back to the dot leaves nothing; the other handle is as it was.
    const gone = { [side]: null, ...(hasOther && (isNew || old !== undefined) ? { [other]: old ?? null } : {}) };
    const follow = (point, alone) => {
      const vector = mapping.apply(inverse, point).map((v, axis) => rounded(v - zero[axis], 0)), length = Math.hypot(...vector);
      let opposite;
      if (hasOther && isNew) opposite = vector.map(v => -v);
      else if (Array.isArray(old) && old.every(Number.isFinite) && !alone && length) opposite = vector.map(v => rounded((-v / length) * Math.hypot(...old), 0) || 0);
      return { [side]: vector, ...(opposite ? { [other]: opposite } : {}) };
    };
    return {
      label: `bending the way of ${stage.id}`,
      follow: (point, { altKey }) => ({ values: Math.hypot(point[0] - spot[0], point[1] - spot[1]) < 6 * overlay.unit ? gone : follow(point, altKey && !isNew), text: '', shape: [svg('path', { d: `M${spot.join(' ')}L${point.join(' ')}`, class: 'way-arm', 'vector-effect': 'non-scaling-stroke' })] }),
      step: (step, isLarge) => follow(map(frame.value.map((v, axis) => v + (frame[side]?.[axis] ?? 0) + step[axis] * (isLarge ? 10 : 1))), false),
      edits: values => Object.entries(values).map(([key, value]) => (value ? { path: `${path}.${key}`, value } : { path: `${path}.${key}`, remove: true })),
    };
  }

  /** A corner becomes smooth, in the direction from the keyframe before to the one after; a smooth one becomes a corner. */
  toggle(stage, p, n) {
    const why = places.obstacle(stage) || (p.json.mode !== undefined && p.json.mode !== 'linear' ? `The keyframes of ${stage.id} are '${p.json.mode}', whose ways have no handles` : null);
    if (why) return say(why, true);
    const { keyframes } = p.json, frame = keyframes[n], path = `${p.path}.keyframes[${n}]`, [before, after] = [keyframes[n - 1], keyframes[n + 1]];
    const sides = ['in', 'out'].filter(side => frame[side] !== undefined);
    const along = axis => ((after ?? frame).value[axis] - (before ?? frame).value[axis]) / (before && after ? 6 : 3);
    const edits = sides.length ? sides.map(side => ({ path: `${path}.${side}`, remove: true }))
      : [...(before ? [{ path: `${path}.in`, value: [0, 1].map(axis => rounded(-along(axis), 0) || 0) }] : []), ...(after ? [{ path: `${path}.out`, value: [0, 1].map(axis => rounded(along(axis), 0) || 0) }] : [])];
    return editor.editAll(edits, { label: `${sides.length ? 'making a corner' : 'smoothing the way'} of ${stage.id}` }).then(() => inspector.rebuild(true));
  }
}
