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
    const steps = this.steps(p.json).map(v => { const [x, y] = map(v); return `M${x} ${y}h0`; }).join('');
    return [svg('path', { d: `M${spots.map(s => s.join(' ')).join('L')}`, class: 'way', 'vector-effect': 'non-scaling-stroke' }), svg('path', { d: steps, class: 'way-steps', 'vector-effect': 'non-scaling-stroke' }),
      ...keyframes.map((k, n) => handles.node('way-dot', spots[n], `Keyframe ${n + 1} at ${secondsText(k.at, 2)}: drag to move`, from => this.moving(stage, p, n, space, map, from),
        [svg('circle', { r: 9 * unit, class: 'reach' }), svg('circle', { r: 4.5 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })]))];
  }

  /** The places at frames, no more than a few hundred. */
  steps(motion) {
    const [first, last] = [motion.keyframes[0].at, motion.keyframes.at(-1).at];
    const count = Math.min(400, Math.max(1, Math.round((last - first) * player.fps)));
    return Array.from({ length: count + 1 }, (_, n) => {
      const at = first + ((last - first) * n) / count;
      return [0, 1].map(axis => keyframeValue({ keyframes: motion.keyframes.map(k => ({ ...k, value: k.value[axis] })) }, at));
    });
  }

  moving(stage, parameter, n, space, map, from) {
    if (places.obstacle(stage)) return { why: places.obstacle(stage) };
    const path = `${parameter.path}.keyframes[${n}].value`, value = parameter.json.keyframes[n].value;
    const at = { value, space, inverse: mapping.inverse(space), origin: map(value), edits: v => [{ path, value: v }] };
    return { ...handles.moving(stage, at, from), label: `moving keyframe ${n + 1} of ${stage.id}` };
  }
}
