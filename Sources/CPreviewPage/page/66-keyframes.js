/** Keyframes: a strip with points to drag, and a table of times, values and curves. */
function keyframesField(context) {
  const motion = structuredClone(context.json);
  const inner = { ...context.schema, animated: false };
  const isFollowing = motion.follow !== undefined;
  const set = isDrag => context.set(structuredClone(motion), isDrag);
  const strip = keyframeStrip(context, motion, inner, () => set(true));
  const rows = motion.keyframes.map((frame, n) => keyframeRow(context, motion, inner, frame, n, strip, isFollowing));
  const add = () => {
    const at = isFollowing ? (motion.keyframes.at(-1)?.at ?? 0) + 1 : rounded(Math.max(0, player.seconds - (context.stage?.start || 0)), 3);
    const earlier = motion.keyframes.findLast(k => k.at <= at) || motion.keyframes[0];
    const value = typeof earlier?.value === 'number' ? rounded(keyframeValue(motion, at), 4) : structuredClone(earlier?.value ?? emptyValue(inner));
    motion.keyframes.push({ at, value });
    sortKeyframes(motion);
    set(false);
    inspector.rebuild(true);
  };
  return h('div', { class: 'keyframes' }, strip.element,
    h('div', { class: 'keyframe-table', role: 'group', 'aria-label': `${context.label}: keyframes` }, h('div', { class: 'keyframe-head' }, h('span', {}, isFollowing ? 'at' : 'at s'), h('span', {}, 'value'), h('span', {}, 'curve to the next')), rows),
    h('div', { class: 'keyframe-tools' }, h('button', { type: 'button', class: 'quiet add', onclick: add }, isFollowing ? 'Add' : 'Add at the playhead'),
      isFollowing ? h('span', { class: 'dim' }, `follows ${motion.follow}`) : repeatField(motion, set, context)), keyframeTools.element(context, motion, inner));
}

function sortKeyframes(motion) {
  if (motion.keyframes.every(k => typeof k.at === 'number')) motion.keyframes.sort((a, b) => a.at - b.at);
}

/** The number between keyframes; the curves are those that the page can draw. */
function keyframeValue({ keyframes }, at) {
  const next = keyframes.findIndex(k => k.at > at);
  if (next === 0) return keyframes[0].value;
  if (next < 0) return keyframes.at(-1).value;
  const [a, b] = [keyframes[next - 1], keyframes[next]];
  const span = b.at - a.at;
  const written = isVariable(a.curve) ? variableValue(a.curve) : a.curve;
  const curve = easing.read(written ?? 'linear');
  const share = (at - a.at) / span;
  const eased = curve ? curve.f(curve.isSpring ? share * span : share) : share;
  return a.value + (b.value - a.value) * eased;
}

function keyframeRow(context, motion, inner, frame, n, strip, isFollowing) {
  const frameContext = childContext(childContext({ ...context, json: motion, isLoose: false }, 'keyframes', {}, undefined, context.label), n, {}, undefined, `${context.label} keyframe ${n + 1}`);
  const value = childContext(frameContext, 'value', inner, undefined, `${context.label} keyframe ${n + 1} value`);
  const curve = childContext(frameContext, 'curve', { kind: 'curve' }, 'linear', `${context.label} keyframe ${n + 1}`);
  for (const part of [value, curve]) {
    const write = part.set;
    part.set = (json, isDrag) => { write(json, isDrag); strip.draw(); };
  }
  const at = h('input', { type: 'number', class: 'mono', step: 'any', min: isFollowing ? null : 0, value: typeof frame.at === 'number' ? frame.at : '', 'aria-label': `${context.label} keyframe ${n + 1} at`, dataset: { path: `${frameContext.path}.at` }, oninput: event => {
    if (!Number.isFinite(event.target.valueAsNumber)) return;
    frame.at = event.target.valueAsNumber;
    editor.edit(`${frameContext.path}.at`, frame.at);
    strip.draw();
  } });
  const isLast = n === motion.keyframes.length - 1;
  const go = isFollowing || typeof frame.at !== 'number' ? null : () => player.seek(Math.round(((context.stage?.start || 0) + frame.at) * player.fps));
  return h('div', { class: 'keyframe-row' }, at, h('div', { class: 'keyframe-value' }, valueEditor(value)),
    isLast ? h('span', { class: 'dim' }, '–') : isVariable(curve.json) ? variableField(curve) : curveButton(curve),
    h('div', { class: 'keyframe-buttons' }, go ? iconButton('goto', `Go to keyframe ${n + 1}`, go) : null,
      iconButton('close', `Remove keyframe ${n + 1}`, () => { motion.keyframes.splice(n, 1); context.set(motion); inspector.rebuild(true); }, { disabled: motion.keyframes.length < 2 })));
}

function repeatField(motion, set, context) {
  const select = h('select', { 'aria-label': `${context.label}: repeat`, onchange: event => {
    if (event.target.value === 'once') { delete motion.repeat; delete motion.autoreverse; } else {
      motion.repeat = 'forever';
      event.target.value === 'there and back' ? (motion.autoreverse = true) : delete motion.autoreverse;
    }
    set(false);
  } }, ['once', 'forever', 'there and back'].map(v => h('option', { value: v }, v)));
  if (typeof motion.repeat === 'number') select.append(h('option', { value: 'other' }, `${motion.repeat} times`));
  select.value = motion.repeat === undefined ? 'once' : typeof motion.repeat === 'number' ? 'other' : motion.autoreverse ? 'there and back' : 'forever';
  return select;
}

/** Numbers are plotted over time and dragged both ways; other values lie on a line. */
function keyframeStrip(context, motion, inner, changed) {
  const isNumber = inner.kind === 'number' && motion.keyframes.every(k => typeof k.value === 'number');
  const [width, height, pad] = [320, isNumber ? 84 : 28, 10];
  const element = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'strip', role: 'group', 'aria-label': `${context.label}: keyframes over time` });
  const ats = () => motion.keyframes.map(k => (typeof k.at === 'number' ? k.at : 0));
  let span = Math.max(...ats(), 0.5), start = Math.min(...ats(), 0), low = 0, high = 1;
  const measure = () => {
    [start, span] = [Math.min(...ats(), 0), Math.max(...ats(), 0.5)];
    if (!isNumber) return;
    const values = motion.keyframes.map(k => k.value);
    [low, high] = [Math.min(...values), Math.max(...values)];
    if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  };
  const x = at => pad + ((at - start) / Math.max(1e-9, span - start)) * (width - 2 * pad);
  const y = v => (isNumber ? height - pad - ((v - low) / (high - low)) * (height - 2 * pad) : height / 2);
  const line = svg('path', { class: 'line' });
  const now = svg('path', { class: 'now' });
  const trace = () => {
    let d = isNumber ? '' : `M${pad} ${height / 2}H${width - pad}`;
    if (isNumber) for (let n = 0; n <= 120; n += 1) {
      const at = start + (n / 120) * (span - start);
      d += `${n ? 'L' : 'M'}${x(at).toFixed(1)} ${clamp(y(keyframeValue(motion, at)), -20, height + 20).toFixed(1)}`;
    }
    line.setAttribute('d', d);
  };
  const knob = (frame, n) => {
    const color = inner.kind === 'color' && colorParts(frame.value) ? frame.value : null;
    const point = svg('circle', { cx: x(frame.at), cy: y(frame.value), r: 5.5, class: 'knob', style: color ? `fill:${color}` : null }, svg('title', {}, `${frame.at} s: ${JSON.stringify(frame.value)}`));
    drag(point, {
      move: event => {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
        const before = motion.keyframes[n - 1]?.at ?? 0, after = motion.keyframes[n + 1]?.at ?? Infinity;
        frame.at = rounded(clamp(start + ((at.x - pad) / (width - 2 * pad)) * (span - start), before, after), 3);
        if (isNumber && !event.shiftKey) frame.value = clamp(rounded(low + ((height - pad - at.y) / (height - 2 * pad)) * (high - low), 3), inner.min ?? -Infinity, inner.max ?? Infinity);
        point.setAttribute('cx', x(frame.at));
        point.setAttribute('cy', y(frame.value));
        trace();
        changed();
      },
      end: () => { editor.endDrag(() => inspector.rebuild(true)); },
    });
    return point;
  };
  const draw = () => {
    measure();
    trace();
    fill(element, ...(isNumber ? [svg('text', { x: 2, y: 8 }, rounded(high, 3)), svg('text', { x: 2, y: height - 1 }, rounded(low, 3))] : []), line, now,
      ...motion.keyframes.filter(k => typeof k.at === 'number').map(knob));
  };
  const movePlayhead = () => {
    const at = player.seconds - (context.stage?.start || 0);
    now.setAttribute('d', at >= start && at <= span && motion.follow === undefined ? `M${x(at)} 0V${height}` : '');
  };
  element.movePlayhead = movePlayhead;
  draw();
  movePlayhead();
  return { element, draw: () => { draw(); movePlayhead(); } };
}
on('frame', () => { for (const strip of document.querySelectorAll('svg.strip')) strip.movePlayhead?.(); });
