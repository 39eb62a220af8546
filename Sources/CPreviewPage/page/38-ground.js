/** Longitude and latitude, and degrees as Web Mercator stretches them, in which the ground is a plane. */
const mercator = {
  from: ([longitude, latitude]) => [longitude, (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI],
  to: ([x, y]) => [x, (Math.atan(Math.sinh((y * Math.PI) / 180)) * 180) / Math.PI],
};

/** The ground of a map as a stage's camera sees it. */
class Ground {
  /** Nothing where the stage has no camera at this frame. */
  static of(stage) {
    const view = places.of(stage)?.view, inverse = view && mapping.inverse(view.ground);
    return inverse ? new Ground(view.ground, inverse) : null;
  }

  constructor(matrix, inverse) { [this.matrix, this.inverse] = [matrix, inverse]; }

  point(coordinate) { return mapping.apply(this.matrix, mercator.from(coordinate)); }

  /** Above 0 before the camera, and below the horizon. */
  depth([x, y]) { const [, , , , , , a, b, c] = this.inverse; return a * x + b * y + c; }

  /** The coordinate at a point of the canvas, no finer than a part of a point; nothing above the horizon. */
  coordinate(point, base) {
    if (this.depth(point) * this.depth(base) <= 0) return null;
    const [a, b] = [point, [point[0] + 1, point[1]]].map(p => mercator.to(mapping.apply(this.inverse, p)));
    const digits = clamp(Math.ceil(-Math.log10(Math.hypot(a[0] - b[0], a[1] - b[1]) || 1e-6)) + 1, 1, 7);
    return Number.isFinite(a[0] + a[1]) && Math.abs(a[1]) < 85 ? a.map(v => rounded(v, digits)) : null;
  }

  /** A value that is a coordinate, as `places` has values, with its place on the canvas. */
  located(found) {
    if (found.why) return found;
    const origin = this.point(found.value);
    return { ...found, ground: this, origin, space: null };
  }
}

/** The picked camera over a map: the picture is dragged to another place, turned and tilted, and zoomed. */
class CameraViews {
  constructor() {
    this.settle = debounced(() => editor.endDrag(() => { overlay.refresh(); inspector.rebuild(true); }), 300);
    $('frame-box').addEventListener('wheel', event => this.wheel(event), { passive: false });
  }

  /** The handle by which a stage says that it is a camera. */
  handle(stage) { return stage?.handles?.find(h => h.kind === 'view'); }

  /** Whether a camera alone is picked, and its view is known. */
  get isPicked() {
    const stage = state.job?.stages[state.stage];
    return !selection.isSeveral && !!this.handle(stage) && !!places.of(stage)?.view && overlay.boxesKey === overlay.wantedKey;
  }

  /** The view that is there at the playhead: where it stands in the text, and what it says; or `{ why }`. */
  find(stage) {
    const why = places.obstacle(stage), handle = this.handle(stage), own = overlay.boxes?.find(b => b.id === stage.id)?.time, view = places.of(stage)?.view;
    if (why || !view || own === undefined) return { why: why || `${stage.id} has no view at this frame` };
    if (places.parameter(stage, 'tour')?.isSet) return { why: `${stage.id} goes along its tour: that is changed in the panel` };
    const start = places.parameter(stage, handle.parameter), moves = places.parameter(stage, 'moves');
    let found = { path: start.path, json: start.isSet ? start.json : {}, isFirst: true };
    let end = 0;
    for (const [n, move] of (moves?.isSet ? moves.json : []).entries?.() ?? []) {
      const { duration = 1, delay = 0, repeat = 1, autoreverse = false, to } = move;
      if (![duration, delay].every(Number.isFinite) || !isObject(to)) return { why: `The moves of ${stage.id} are computed` };
      if (own < end + delay + 0.5 / player.fps) break;
      end += delay + duration * (autoreverse ? 2 : 1) * (Number.isFinite(repeat) ? repeat : Infinity);
      if (own < end - 0.5 / player.fps) return { why: `${stage.id} is between two views: go to where it rests, at its first frame or behind a move` };
      found = { path: `${moves.path}[${n}].to`, json: to, isFirst: false };
    }
    if (!isObject(found.json)) return { why: `The view of ${stage.id} is ${found.json}` };
    return { ...found, view };
  }

  /** The edits that give the view another value; `{ why }` where that is not given there. */
  edit(stage, found, name, value) {
    const { path, json, isFirst } = found, center = places.parameter(stage, 'center');
    if (json.fit !== undefined && (name === 'center' || name === 'distance')) return { why: `${stage.id} fits what it shows: its 'fit' is changed in the panel` };
    if (name === 'center' && isFirst && json.center === undefined) {
      const source = places.source(stage, 'center');
      if (source) return { why: `The center of ${stage.id} comes from ${source.id}` };
      return this.set(stage, center.path, center.isSet ? center.json : undefined, value);
    }
    if (name === 'distance' && json.zoomLevel !== undefined) return this.set(stage, `${path}.zoomLevel`, json.zoomLevel, v => rounded(v - Math.log2(value / found.view.distance), 2));
    if (name === 'heading' && json.orbit !== undefined) return this.set(stage, `${path}.orbit`, json.orbit, v => rounded(v + value - found.view.heading, 1));
    if (name === 'heading') {
      const base = json.heading ?? (isFirst ? 0 : found.view.heading);
      return this.set(stage, `${path}.heading`, base, v => rounded((v + value - found.view.heading) % 360, 1));
    }
    return this.set(stage, `${path}.${name}`, json[name], value);
  }

  set(stage, path, json, value) {
    const isKnown = json === undefined || Number.isFinite(json) || (Array.isArray(json) && json.every(Number.isFinite));
    if (!isKnown) return { why: `The ${path.split('.').at(-1)} of ${stage.id} is ${typeof json === 'string' ? json : 'computed'}` };
    return [{ path, value: typeof value === 'function' ? value(json) : value }];
  }

  edits(stage, found, values) {
    const all = [];
    for (const [name, value] of Object.entries(values)) {
      const edits = this.edit(stage, found, name, value);
      if (edits.why) return edits;
      all.push(...edits);
    }
    return all;
  }

  // Drags

  panned(stage, [dx, dy]) {
    const ground = Ground.of(stage), { center } = places.of(stage).view, from = ground.point(center);
    const to = ground.coordinate([from[0] - dx, from[1] - dy], from);
    return to ? { center: to } : {};
  }

  turned(found, dx, dy) {
    const { heading, pitch } = found.view;
    return { ...(dx ? { heading: rounded(heading + dx, 1) } : {}), ...(dy ? { pitch: rounded(clamp(pitch + dy, 0, 85), 1) } : {}) };
  }

  zoomed(found, factor) { return { distance: Number((found.view.distance * factor).toPrecision(3)) }; }

  /** The action of a pointer on the picture: a drag moves the map along, with ctrl it turns and tilts it. */
  dragging(stage, from, event) {
    const found = this.find(stage), isTurn = event.ctrlKey || event.metaKey;
    if (found.why) return found;
    const refused = this.edits(stage, found, isTurn ? this.turned(found, 1, 1) : { center: found.view.center }).why;
    if (refused) return { why: refused };
    const ground = Ground.of(stage), base = ground.point(found.view.center);
    if (!isTurn && ground.depth(from) * ground.depth(base) <= 0) return { why: 'This is above the horizon: drag the ground' };
    const grabbed = mapping.apply(ground.inverse, from);
    return {
      label: `${isTurn ? 'turning' : 'moving'} ${stage.id}`,
      follow: point => {
        const { unit } = overlay, [dx, dy] = [point[0] - from[0], point[1] - from[1]];
        if (isTurn) {
          const values = this.turned(found, -dx / unit / 4, -dy / unit / 4);
          return { values, text: `${rounded(values.heading ?? found.view.heading, 0)}°, ${rounded(values.pitch ?? found.view.pitch, 0)}°` };
        }
        if (ground.depth(point) * ground.depth(base) <= 0) return { values: this.last ?? {}, text: '' };
        const under = mapping.apply(ground.inverse, point), at = mercator.from(found.view.center);
        const center = ground.coordinate(mapping.apply(ground.matrix, [0, 1].map(n => at[n] + grabbed[n] - under[n])), base);
        this.last = center ? { center } : this.last ?? {};
        return { values: this.last, text: center?.join(', ') ?? '' };
      },
      edits: values => this.edits(stage, found, values),
    };
  }

  /** The wheel zooms the picked camera. */
  wheel(event) {
    const stage = handles.stage;
    if (!this.handle(stage) || event.ctrlKey || event.metaKey || player.zoom !== 'fit') return;
    event.preventDefault();
    const now = performance.now();
    // Turns of the wheel that follow each other are one zoom from where it began.
    if (!this.zoom || this.zoom.id !== stage.id || now - this.zoom.at > 300) this.zoom = { id: stage.id, stage, found: this.find(stage), sum: 0 };
    this.zoom.at = now;
    this.zoom.sum += clamp(event.deltaY, -200, 200);
    this.apply(this.zoom.stage, this.zoom.found, this.zoomed(this.zoom.found.why ? { view: { distance: 1 } } : this.zoom.found, Math.exp(this.zoom.sum / 600)), `zooming ${stage.id}`, true);
    this.settle();
  }

  apply(stage, found, values, label, isDrag) {
    const edits = found.why ? found : this.edits(stage, found, values);
    if (edits.why) return say(edits.why, true);
    return editor.editAll(edits, { isDrag, key: label, label });
  }

  /** The cross in the middle of the view, for keys. */
  parts(stage, unit) {
    const { view } = places.of(stage), spot = mapping.apply(view.ground, mercator.from(view.center));
    const label = 'The view: drag the picture to move it, with ctrl to turn and tilt it, the wheel to zoom; or arrow keys, with shift to turn and tilt, + and − to zoom';
    const node = handles.node('view', 'view', spot, label, (from, event) => this.dragging(stage, from, event ?? {}), handles.cross(unit));
    node.addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key], zoom = { '+': 0.9, '=': 0.9, '-': 1 / 0.9 }[event.key];
      if (!step && !zoom) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      handles.stepping = handles.stepping.then(async () => {
        await handles.settled();
        const now = handles.stage, found = now && this.find(now);
        if (!found) return;
        const values = found.why ? {} : zoom ? this.zoomed(found, zoom) : event.shiftKey ? this.turned(found, step[0] * 5, step[1] * 5) : this.panned(now, step.map(v => -v * 10 * overlay.unit));
        await this.apply(now, found, values, `the view of ${now.id} by keys`, false);
        inspector.rebuild();
      }).catch(showError);
    }, true);
    return [node];
  }
}
