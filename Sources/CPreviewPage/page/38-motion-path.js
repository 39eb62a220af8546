/** The way of the picked stage over the picture: its keyframes as dots to drag, and where it is at each frame. */
class MotionPaths {
  parts(stage) {
    const p = ['position', 'center'].map(name => places.parameter(stage, name)).find(q => q && isMotion(q.json));
    if (!p || p.file || stage.file || p.json.follow !== undefined || places.source(stage, p.name)) return [];
    const { keyframes } = p.json, offset = places.constant(stage, 'offset', [0, 0]);
    const isKnown = k => Number.isFinite(k.at) && Array.isArray(k.value) && k.value.length === 2 && k.value.every(Number.isFinite);
    if (!offset || keyframes.length < 2 || !keyframes.every(isKnown)) return [];
    const { space } = places.of(stage), { unit } = overlay;
    const map = value => mapping.apply(space, [value[0] + offset[0], value[1] + offset[1]]);
    const spots = keyframes.map(k => map(k.value));
    const steps = this.steps(stage, p).map(map);
    const way = steps.length > 1 ? [spots[0], ...steps, spots.at(-1)] : spots;
    return [svg('path', { d: `M${way.map(s => s.join(' ')).join('L')}`, class: 'way', 'vector-effect': 'non-scaling-stroke' }), svg('path', { d: steps.map(([x, y]) => `M${x} ${y}h0`).join(''), class: 'way-steps', 'vector-effect': 'non-scaling-stroke' }),
      ...keyframes.map((k, n) => handles.node('way-dot', `way ${n}`, spots[n], `Keyframe ${n + 1} at ${secondsText(k.at, 2)}: drag to move, or arrow keys`, from => this.moving(stage, p, n, space, map, from),
        [svg('circle', { r: 9 * unit, class: 'reach' }), svg('circle', { r: 4.5 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })]))];
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
}
