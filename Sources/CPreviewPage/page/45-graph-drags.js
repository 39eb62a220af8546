/** Drags in the graph editor: of keyframes in time and value, and of the handles of curves. */
class GraphDrags {
  constructor(graph) {
    this.graph = graph;
    /** Keys of picked keyframes: `path#n`. */
    this.picked = new Set();
    this.isDragging = false;
    this.stepping = Promise.resolve();
    const { svg: plot } = graph;
    drag(plot, { start: event => this.beginBox(event), move: event => this.moveBox(event), end: () => this.endBox() });
  }

  key(series, n) { return `${series.path}#${n}`; }

  /** Picked keyframes that are gone are forgotten. */
  forget(all) {
    const there = new Set(all.filter(s => this.graph.isKnown(s)).flatMap(s => s.times.map((_, n) => this.key(s, n))));
    for (const key of this.picked) if (!there.has(key)) this.picked.delete(key);
  }

  /** Picks all keyframes of the chosen value. */
  pickAll() {
    const series = this.graph.series.find(s => s.key === this.graph.active);
    if (!series || !this.graph.isKnown(series)) return;
    this.picked = new Set(series.times.map((_, n) => this.key(series, n)));
    this.graph.draw();
  }

  /** The picked keyframes, as `{ series, n, frame }`. */
  get targets() {
    return this.graph.series.filter(s => this.graph.isKnown(s)).flatMap(series => series.json.keyframes.map((frame, n) => ({ series, n, frame })).filter(({ n }) => this.picked.has(this.key(series, n))));
  }

  // Keyframes

  knobs(series) {
    const { graph } = this;
    if (!graph.isKnown(series) || series.key !== graph.active && graph.series.length > 24) return [];
    return series.times.flatMap((at, n) => {
      if (at === null || at < timeView.from - 1e-9 || at > timeView.to + 1e-9) return [];
      return series.axes.map((_, axis) => this.knob(series, n, axis, at)).filter(Boolean);
    });
  }

  knob(series, n, axis, at) {
    const { graph } = this, key = this.key(series, n), value = graph.value(series, n, axis);
    if (value === null) return null;
    const shown = graph.isSpeed ? this.speedAt(series, axis, n) : value;
    const [x, y] = [graph.x(at), graph.y(series, shown)];
    const name = `${series.labels[axis] ? `${series.location} ${series.labels[axis]}` : series.location} of ${series.stage.id}, keyframe ${n + 1}`;
    const text = `${rounded(value, 4)} at ${secondsText(at, 3)}`;
    const node = svg('g', { class: `graph-knob hue-${series.colors[axis]}${this.picked.has(key) ? ' is-picked' : ''}`, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, tabindex: 0, role: 'slider', 'aria-label': name, 'aria-valuenow': rounded(value, 4), 'aria-valuetext': text, dataset: { knob: `${key}:${axis}` } },
      svg('circle', { r: 9, class: 'reach' }), svg('rect', { x: -4, y: -4, width: 8, height: 8, transform: 'rotate(45)' }), svg('title', {}, series.why || `${name}: ${text}`));
    let from = null;
    node.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      event.stopPropagation();
      from = [event.clientX, event.clientY];
      node.focus({ preventScroll: true });
      if (event.shiftKey) { this.picked.has(key) ? this.picked.delete(key) : this.picked.add(key); return graph.draw(); }
      if (!this.picked.has(key)) { this.picked.clear(); this.picked.add(key); }
      graph.active = series.key;
      this.follow(event, this.moving(series, n, axis, at), from, () => player.seek(Math.round(at * player.fps)));
      graph.draw();
    });
    node.addEventListener('keydown', event => this.knobKey(event, series, n, axis, at));
    node.addEventListener('focus', () => { if (!from && !this.picked.has(key)) { this.picked.clear(); this.picked.add(key); graph.active = series.key; graph.draw(); } });
    return node;
  }

  /** The speed just behind a keyframe, or just before the last one. */
  speedAt(series, axis, n) {
    const { from, to } = series.answer, values = series.curves[axis];
    const place = Math.round(((series.times[n] - from) / (to - from || 1)) * (values.length - 1));
    return values[clamp(place + (n === series.times.length - 1 ? -2 : 2), 0, values.length - 1)];
  }

  /** Follows the pointer until it is released, whatever is drawn anew meanwhile; `clicked` is called where it did not move. */
  follow(event, action, from, clicked = () => {}) {
    const { svg: plot } = this.graph;
    if (action.why) { say(action.why, true); return; }
    let isMoved = false;
    plot.setPointerCapture(event.pointerId);
    const move = next => {
      const [dx, dy] = [next.clientX - from[0], next.clientY - from[1]];
      if (!isMoved && Math.hypot(dx, dy) < 3) return;
      isMoved = this.isDragging = timeline.isDragging = true;
      const edits = action.edits(next, dx, dy);
      if (edits.length && !same(edits, this.lastEdits)) editor.editAll(edits, { isDrag: true, key: action.label, label: action.label });
      this.lastEdits = edits;
    };
    const stop = () => {
      plot.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel']) plot.removeEventListener(name, stop);
      this.isDragging = timeline.isDragging = false;
      this.lastEdits = null;
      snapping.hideTime();
      if (isMoved) editor.endDrag(() => { this.graph.load(); inspector.rebuild(true); });
      else clicked();
    };
    plot.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) plot.addEventListener(name, stop);
  }

  /** The drag that moves the picked keyframes along with one of them. */
  moving(series, n, axis, at) {
    const { graph } = this, targets = this.targets, why = this.obstacle(targets);
    if (why) return { why };
    const value = graph.value(series, n, axis);
    const { low, high } = graph.scaleOf(series), perPixel = (high - low) / (graph.height - 28), digits = graph.digits(series);
    const snaps = snapping.times(series.stage.id);
    const label = targets.length > 1 ? `moving ${targets.length} keyframes` : `moving keyframe ${n + 1} of the ${series.location} of ${series.stage.id}`;
    return {
      label,
      edits: (event, dx, dy) => {
        // With shift along one axis.
        const [isAcross, isDown] = event.shiftKey ? [Math.abs(dx) > Math.abs(dy), Math.abs(dx) <= Math.abs(dy)] : [true, true];
        const wanted = clamp(at + (dx / graph.width) * timeView.span, 0, timeline.seconds);
        const [near, name] = isAcross ? snapping.time(wanted, event, series.stage.id, [0], snaps) : [at];
        const to = !isAcross ? at : name ? near : Math.round(near * player.fps) / player.fps;
        const raised = isDown && !graph.isSpeed ? rounded(value - dy * perPixel, digits) - value : 0;
        return this.edits(targets, series, axis, this.shift(targets, series.stage, at, to), raised);
      },
    };
  }

  /** Why picked keyframes cannot be moved. */
  obstacle(targets) {
    for (const { series, frame, n } of targets) {
      if (series.why) return series.why;
      if (!Number.isFinite(frame.at)) return `The time of keyframe ${n + 1} of the ${series.location} of ${series.stage.id} is computed`;
      if (motions.timeOf(series.stage, 0) === null) return `${series.stage.id} lives in the time of another stage: pick it alone to move its keyframes`;
    }
    return null;
  }

  /** The seconds of the stage's own time between two instants of the video, no more than leave the keyframes in their order. */
  shift(targets, stage, from, to) {
    let by = motions.timeOf(stage, to) - motions.timeOf(stage, from);
    for (const { series, n, frame } of targets) {
      const free = m => series.json.keyframes[m] && !this.picked.has(this.key(series, m)) ? series.json.keyframes[m].at : undefined;
      const before = free(n - 1), after = free(n + 1);
      const low = Number.isFinite(before) ? before : n === 0 ? 0 : -Infinity, high = Number.isFinite(after) ? after : Infinity;
      by = clamp(by, low - frame.at, high - frame.at);
    }
    return by;
  }

  /** Moves keyframes in time, and those with values of the same unit in value. */
  edits(targets, series, axis, by, raised) {
    const { graph } = this, digits = graph.digits(series);
    return targets.flatMap(({ series: own, n, frame }) => {
      const path = `${own.path}.keyframes[${n}]`, edits = [];
      // Numbers that do not change stay as they are written.
      edits.push({ path: `${path}.at`, value: by ? rounded(Math.max(0, frame.at + by)) : frame.at });
      const isAlong = own.key === series.key || graph.unit(own) === graph.unit(series);
      const place = own.axes.length > 1 ? axis : 0, value = isAlong ? graph.value(own, n, place) : null;
      if (value !== null) edits.push({ path: own.axes.length > 1 ? `${path}.value[${place}]` : `${path}.value`, value: raised ? rounded(clamp(value + raised, own.schema.min ?? -Infinity, own.schema.max ?? Infinity), Math.max(digits, 4)) : value });
      return edits;
    });
  }

  knobKey(event, series, n, axis, at) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (event.key === 'Enter') { event.preventDefault(); event.stopPropagation(); return this.graph.spans.open(series, n, event.currentTarget.getBoundingClientRect()); }
    if (isDelete) { event.preventDefault(); event.stopPropagation(); return this.graph.edits.remove(); }
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return undefined;
    event.preventDefault();
    event.stopPropagation();
    const factor = event.shiftKey ? 10 : 1;
    // One after the other, each from what the one before has left.
    this.stepping = this.stepping.then(() => this.step(series.key, n, axis, step.map(v => v * factor))).catch(showError);
    return this.stepping;
  }

  async step(key, n, axis, [across, up]) {
    const { graph } = this, series = graph.series.find(s => s.key === key), targets = this.targets;
    const why = series ? this.obstacle(targets) : null;
    if (why) return say(why, true);
    if (!series || !targets.length || series.times[n] === null) return undefined;
    const { low, high } = graph.scaleOf(series), digits = graph.digits(series);
    const to = Math.round(series.times[n] * player.fps + across) / player.fps;
    const by = across ? this.shift(targets, series.stage, series.times[n], to) : 0;
    const raised = graph.isSpeed ? 0 : rounded(up * Math.max(10 ** -digits, (high - low) / 100), digits);
    const label = targets.length > 1 ? `moving ${targets.length} keyframes` : `moving keyframe ${n + 1} of the ${series.location} of ${series.stage.id}`;
    if (await editor.editAll(this.edits(targets, series, axis, by, raised), { key: label, label })) await graph.load();
    return inspector.rebuild();
  }

  // A box around keyframes

  beginBox(event) {
    const bounds = this.graph.svg.getBoundingClientRect();
    this.box = { from: [event.clientX - bounds.left, event.clientY - bounds.top], keeps: event.shiftKey ? new Set(this.picked) : new Set(), bounds };
    this.boxShape = svg('rect', { class: 'graph-box' });
    return true;
  }

  moveBox(event) {
    const { from, bounds, keeps } = this.box, to = [event.clientX - bounds.left, event.clientY - bounds.top];
    const [x, y] = [0, 1].map(n => Math.min(from[n], to[n])), [width, height] = [0, 1].map(n => Math.abs(from[n] - to[n]));
    this.box.isMoved ||= width + height > 6;
    this.picked = new Set(keeps);
    for (const knob of this.graph.svg.querySelectorAll('.graph-knob')) {
      const [, kx, ky] = knob.getAttribute('transform').match(/\(([-\d.]+) ([-\d.]+)/).map(Number);
      if (kx >= x && kx <= x + width && ky >= y && ky <= y + height) this.picked.add(knob.dataset.knob.replace(/:\d+$/, ''));
    }
    this.graph.draw();
    setAttributes(this.boxShape, { x, y, width, height });
    this.graph.svg.append(this.boxShape);
  }

  endBox() {
    this.boxShape.remove();
    if (!this.box.isMoved) this.picked = this.box.keeps;
    this.graph.draw();
  }
}
