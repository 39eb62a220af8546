/** The handles on the picture around the picked stage: corners and edges scale it, a knob turns it, a cross is its anchor. */
class Handles {
  /** The corners and the middles of the edges, as fractions of the box. */
  static spots = [[0, 0], [0.5, 0], [1, 0], [1, 0.5], [1, 1], [0.5, 1], [0, 1], [0, 0.5]];

  constructor() {
    /** The action of each handle and where it is, by its name; the name of the one that has the focus. */
    this.begins = new Map();
    this.focused = null;
    this.stepping = Promise.resolve();
    document.addEventListener('focusin', event => { if (!event.target.closest?.('.handle')) this.focused = null; });
    document.addEventListener('pointerdown', event => { if (!event.target.closest?.('.handle')) this.focused = null; }, true);
    on('stage', () => { this.focused = null; });
  }

  get stage() {
    const stage = state.job?.stages[state.stage];
    return !stage || state.isReview || player.isPlaying || selection.isSeveral || overlay.boxesKey !== overlay.wantedKey ? null : stage;
  }

  parts() {
    const { stage } = this, place = stage && places.of(stage);
    if (!place) return [];
    const { unit } = overlay;
    this.begins.clear();
    const parts = [...paths.parts(stage)];
    const has = name => !!places.parameter(stage, name);
    const box = place.box && place.matrix && place.box[2] > 0 && place.box[3] > 0 && mapping.inverse(place.matrix) ? place.box : null;
    if (box && has('scale')) {
      const at = spot => this.at(place, spot);
      parts.push(svg('path', { d: `M${[[0, 0], [1, 0], [1, 1], [0, 1]].map(s => at(s).join(' ')).join('L')}Z`, class: 'frame', 'vector-effect': 'non-scaling-stroke' }));
      if (has('rotation')) parts.push(...this.knob(stage, place, unit));
      for (const spot of Handles.spots) parts.push(this.square(stage, place, spot, unit));
    }
    if (box && has('anchor')) parts.push(this.anchor(stage, place, unit));
    else if (!places.position(stage).why) parts.push(this.point(stage, unit));
    parts.push(...declared.parts(stage, place, unit));
    if (place.view && cameras.handle(stage)) parts.push(...cameras.parts(stage, unit));
    return parts;
  }

  at({ box, matrix }, [u, v]) { return mapping.apply(matrix, [box[0] + u * box[2], box[1] + v * box[3]]); }

  /** Maps what is neither scaled nor turned yet, around the anchor, to the canvas. */
  frame({ matrix, anchor, scale, rotation }) {
    return mapping.times(matrix, mapping.move(...anchor), mapping.stretch(1 / scale[0], 1 / scale[1]), mapping.turn(-rotation));
  }

  /** `name` tells handles apart, also those of the next picture. */
  node(kind, name, [x, y], label, begin, shape, style) {
    const node = svg('g', { class: `handle ${kind}`, transform: `translate(${x} ${y})`, style, tabindex: 0, role: 'button', 'aria-label': label, dataset: { handle: name } }, shape, svg('title', {}, label));
    node.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      event.stopPropagation();
      this.drag(event, begin);
    });
    this.begins.set(name, { begin, spot: [x, y] });
    node.addEventListener('keydown', event => this.pressed(event, name));
    node.addEventListener('focus', () => { this.focused = name; });
    return node;
  }

  // Keys

  /** The handle that had the focus has it again when the picture is drawn anew, unless something else was chosen meanwhile. */
  refocus() {
    if (this.focused === null || document.activeElement !== document.body) return;
    overlay.svg.querySelector(`[data-handle="${CSS.escape(this.focused)}"]`)?.focus({ preventScroll: true });
  }

  /** Arrows do what a drag does, by steps, one after the other. */
  pressed(event, name) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || player.isPlaying) return;
    event.preventDefault();
    event.stopPropagation();
    const { shiftKey } = event;
    this.stepping = this.stepping.then(() => this.step(name, step, shiftKey)).catch(showError);
  }

  /** The step before may have changed where everything is. */
  async settled() { for (let turn = 0; turn < 200 && overlay.boxesKey !== overlay.wantedKey; turn += 1) await new Promise(resolve => setTimeout(resolve, 10)); }

  async step(name, step, isLarge) {
    await this.settled();
    const begin = this.begins.get(name);
    if (!begin || overlay.boxesKey !== overlay.wantedKey) return undefined;
    const action = begin.begin(begin.spot);
    if (action.why) return say(action.why, true);
    const values = action.step(step, isLarge);
    await editor.editAll(action.edits(values), { key: `${action.label} by keys`, label: action.label });
    return inspector.rebuild();
  }

  /** `begin` gives `{ why }`, or what follows the pointer: `edits(point, event)` and `show(point)`. */
  drag(event, begin) {
    const from = [event.clientX, event.clientY];
    const action = begin(overlay.canvasPoint(event), event);
    if (action.isDone) return;
    if (action.why) { say(action.why, true); return; }
    let isMoved = false, last = null;
    followPointer(event, {
      move: next => {
        if (!isMoved && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < 3) return;
        isMoved = overlay.isDragging = true;
        const { values, text, shape = [] } = action.follow(overlay.canvasPoint(next), next);
        this.show(overlay.canvasPoint(next), text, shape);
        if (same(values, last)) return;
        last = values;
        editor.editAll(action.edits(values), { isDrag: true, key: action.label, label: action.label });
      },
      end: () => {
        overlay.isDragging = false;
        if (!isMoved) return;
        overlay.justDragged = performance.now();
        editor.endDrag(() => { overlay.refresh(); inspector.rebuild(true); });
      },
    });
  }

  /** Draws the thing that is dragged, with its numbers next to the pointer. */
  show([x, y], text, shape) {
    const { unit } = overlay, { width, height } = state.job.canvas;
    fill(overlay.svg, ...overlay.guides(state.job), ...shape,
      svg('text', { x: clamp(x + 16 * unit, 0, width - 70 * unit), y: clamp(y - 12 * unit, 14 * unit, height - 4 * unit), 'font-size': 12 * unit, class: 'measure value' }, text));
  }

  outline(map, box) {
    const d = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => mapping.apply(map, [box[0] + u * box[2], box[1] + v * box[3]]).join(' ')).join('L');
    return [svg('path', { d: `M${d}Z`, class: 'moving', 'vector-effect': 'non-scaling-stroke' })];
  }

  // Scale

  square(stage, place, spot, unit) {
    const [x, y] = this.at(place, spot);
    const middle = this.at(place, [0.5, 0.5]);
    const angle = ((Math.atan2(y - middle[1], x - middle[0]) * 180) / Math.PI + 360) % 180;
    const cursor = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][Math.round(angle / 45) % 4];
    const r = 4 * unit, isCorner = spot.every(n => n !== 0.5);
    return this.node('grip', `grip ${spot}`, [x, y], isCorner ? 'Drag to scale, or arrow keys; with shift each way by itself' : 'Drag to scale one way, or arrow keys', point => this.scaling(stage, place, spot, point),
      [svg('rect', { x: -2.2 * r, y: -2.2 * r, width: 4.4 * r, height: 4.4 * r, class: 'reach' }), svg('rect', { x: -r, y: -r, width: 2 * r, height: 2 * r, class: isCorner ? 'knob-shape' : 'knob-shape is-edge', 'vector-effect': 'non-scaling-stroke' })], `cursor:${cursor}`);
  }

  scaling(stage, place, spot, from) {
    const axes = [0, 1].filter(n => spot[n] !== 0.5), isCorner = axes.length === 2;
    const names = ['scaleX', 'scaleY'];
    if (!place.scale.every(Boolean)) return { why: `${stage.id} is scaled to nothing at this frame` };
    const both = places.constant(stage, 'scale', 1), own = names.map(n => places.constant(stage, n, 1));
    const found = {
      scale: places.find(stage, 'scale', own[0] ? place.scale[0] / own[0] : undefined, 1),
      scaleX: places.find(stage, 'scaleX', both ? place.scale[0] / both : undefined, 1), scaleY: places.find(stage, 'scaleY', both ? place.scale[1] / both : undefined, 1),
    };
    const frame = this.frame(place), inverse = mapping.inverse(frame), turned = mapping.turn(-place.rotation);
    if (!inverse) return { why: `${stage.id} is seen from its edge` };
    const local = point => mapping.apply(turned, mapping.apply(inverse, point));
    const start = local(from), reach = Math.hypot(...start);
    const isFar = n => Math.abs(start[n]) > 4 * overlay.unit;
    if (isCorner ? reach < 4 * overlay.unit : !isFar(axes[0])) return { why: 'It scales about its anchor, which is here: drag another corner, or the anchor' };
    const why = isCorner ? found.scale.why : found[names[axes[0]]].why;
    if (why) return { why };
    const tidy = (value, base) => (Math.abs(value) < 0.2 || Math.abs(base) < 0.2 ? rounded(value, 3) : rounded(value, 2));
    return {
      label: `scaling ${stage.id}`,
      follow: (point, { shiftKey }) => {
        const now = local(point), values = {};
        const isFree = isCorner && shiftKey && axes.every(n => isFar(n) && !found[names[n]].why);
        if (isCorner && !isFree) {
          const factor = (now[0] * start[0] + now[1] * start[1]) / reach ** 2;
          values.scale = Math.max(0.01, tidy(found.scale.value * factor, found.scale.value));
        } else {
          for (const n of axes) values[names[n]] = tidy((found[names[n]].value * now[n]) / start[n], found[names[n]].value) || 0.01;
        }
        const total = [0, 1].map(n => (place.scale[n] * ((values.scale ?? found.scale.value ?? 1) / (found.scale.value || 1)) * ((values[names[n]] ?? found[names[n]].value ?? 1)) / (found[names[n]].value || 1)));
        const map = mapping.times(frame, mapping.turn(place.rotation), mapping.stretch(...total), mapping.move(-place.anchor[0], -place.anchor[1]));
        const percent = v => `${Math.round(v * 100)} %`;
        return { values, text: Math.abs(total[0] - total[1]) < 1e-9 ? percent(total[0]) : total.map(percent).join(' × '), shape: this.outline(map, place.box) };
      },
      /** By a hundredth; to the right and up is larger. */
      step: ([dx, dy], isLarge) => {
        const by = (dx - dy) * (isLarge ? 0.1 : 0.01);
        const name = isCorner ? 'scale' : names[axes[0]];
        return { [name]: Math.max(0.01, rounded(found[name].value + by, 3)) };
      },
      // Values that an earlier moment of the drag has changed, and this one does not, go back.
      edits(values) {
        this.used = new Set([...(this.used || []), ...Object.keys(values)]);
        return [...this.used].flatMap(name => found[name].edits(values[name] ?? found[name].value));
      },
    };
  }

  // Rotation

  knob(stage, place, unit) {
    const [top, middle] = [this.at(place, [0.5, 0]), this.at(place, [0.5, 0.5])];
    const length = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
    const away = [0, 1].map(n => (top[n] - middle[n]) / length);
    const { width, height } = state.job.canvas;
    const out = [0, 1].map(n => top[n] + away[n] * 22 * unit), isOut = out[0] < 0 || out[1] < 0 || out[0] > width || out[1] > height;
    const spot = isOut ? [0, 1].map(n => top[n] - away[n] * 22 * unit) : out;
    return [svg('path', { d: `M${top.join(' ')}L${spot.join(' ')}`, class: 'frame', 'vector-effect': 'non-scaling-stroke' }),
      this.node('turn', 'turn', spot, 'Drag to turn, or arrow keys; with shift by steps of 15°', point => this.turning(stage, place, point),
        [svg('circle', { r: 11 * unit, class: 'reach' }), svg('circle', { r: 5 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })], 'cursor:grab')];
  }

  turning(stage, place, from) {
    const rotation = places.find(stage, 'rotation', place.rotation, 0);
    if (rotation.why) return rotation;
    const scale = place.scale.map(v => v || 1);
    const frame = this.frame({ ...place, scale }), inverse = mapping.inverse(frame);
    if (!inverse) return { why: `${stage.id} is seen from its edge` };
    const angle = point => { const [x, y] = mapping.apply(inverse, point); return (Math.atan2(y, x) * 180) / Math.PI; };
    let last = angle(from), sum = 0;
    return {
      label: `turning ${stage.id}`,
      follow: (point, { shiftKey, altKey }) => {
        const now = angle(point);
        sum += ((((now - last) % 360) + 540) % 360) - 180;
        last = now;
        const wanted = rotation.value + sum;
        const value = shiftKey ? Math.round(wanted / 15) * 15 : rounded(wanted, altKey ? 1 : 0);
        const map = mapping.times(frame, mapping.turn(place.rotation + value - rotation.value), mapping.stretch(...scale), mapping.move(-place.anchor[0], -place.anchor[1]));
        return { values: [value], text: `${value}°`, shape: this.outline(map, place.box) };
      },
      step: ([dx, dy], isLarge) => [isLarge ? (dx + dy > 0 ? Math.floor(rotation.value / 15 + 1e-9) + 1 : Math.ceil(rotation.value / 15 - 1e-9) - 1) * 15 : rounded(rotation.value + dx + dy, 3)],
      edits: ([value]) => rotation.edits(value),
    };
  }

  // Anchor and position

  cross(unit) {
    const r = 6 * unit;
    return [svg('circle', { r: r * 2, class: 'reach' }), svg('path', { d: `M${-r} 0H${r}M0 ${-r}V${r}`, 'vector-effect': 'non-scaling-stroke' }), svg('circle', { r, class: 'ring', 'vector-effect': 'non-scaling-stroke' })];
  }

  anchor(stage, place, unit) {
    return this.node('anchor', 'anchor', mapping.apply(place.matrix, place.anchor), 'The anchor, about which it turns and scales: drag to move, or arrow keys', () => this.anchoring(stage, place), this.cross(unit));
  }

  /** The picture stays: the position goes along with the anchor. */
  anchoring(stage, place) {
    const { box, matrix } = place, inverse = mapping.inverse(matrix);
    const fractions = point => [0, 1].map(n => (point[n] - box[n]) / box[n + 2]);
    const anchor = places.find(stage, 'anchor', fractions(place.anchor), [0.5, 0.5]);
    if (anchor.why) return anchor;
    const position = places.position(stage);
    const isPlain = place.rotation === 0 && place.scale.every(n => n === 1);
    const isHeld = !isPlain || places.parameter(stage, 'position')?.isSet;
    const moved = spot => { const point = this.at(place, spot); return { point, values: { spot, shift: [point[0] - position.origin?.[0], point[1] - position.origin?.[1]] } }; };
    if (isHeld && position.why) return { why: position.why };
    if (isHeld && position.note) return { why: `The position of ${stage.id} is animated: its anchor is set in the panel` };
    return {
      label: `moving the anchor of ${stage.id}`,
      follow: (point, { altKey }) => {
        let spot = fractions(mapping.apply(inverse, point));
        if (!altKey) for (const near of [...Handles.spots, [0.5, 0.5]]) {
          const [x, y] = this.at(place, near);
          if (Math.hypot(x - point[0], y - point[1]) < Snapping.reach * overlay.unit) spot = near;
        }
        spot = spot.map(n => rounded(n, 3));
        const { values, point: [x, y] } = moved(spot), r = 6 * overlay.unit;
        return { values, text: spot.map(n => `${rounded(n * 100, 1)} %`).join(', '),
          shape: [...this.outline(matrix, box), svg('path', { d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, class: 'snap', 'vector-effect': 'non-scaling-stroke' })] };
      },
      /** By a hundredth of the box. */
      step: (step, isLarge) => moved(anchor.value.map((v, n) => rounded(v + step[n] * (isLarge ? 0.1 : 0.01), 3))).values,
      edits: ({ spot, shift }) => [...anchor.edits(spot), ...(isHeld ? position.edits(places.moved(position, shift, 2)) : [])],
    };
  }

  point(stage, unit) {
    const at = places.position(stage);
    return this.node('', 'place', at.origin, 'Its place: drag to move, or arrow keys', from => this.moving(stage, at, from), this.cross(unit));
  }

  moving(stage, at, from) {
    return {
      label: `moving ${stage.id}`,
      follow: point => {
        const value = places.moved(at, [point[0] - from[0], point[1] - from[1]], 0);
        const [x, y] = [at.origin[0] + point[0] - from[0], at.origin[1] + point[1] - from[1]], r = 6 * overlay.unit;
        return { values: value, text: value.join(', '), shape: [svg('path', { d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, class: 'snap', 'vector-effect': 'non-scaling-stroke' })] };
      },
      step: (step, isLarge) => places.moved(at, step.map(v => v * (isLarge ? 10 : 1)), 0),
      edits: value => at.edits(value),
    };
  }
}
