/** Moves the picked stage on the picture: dragged or by arrow keys, with lines where it snaps. */
class Mover {
  constructor() {
    this.guides = [];
    this.isMoving = false;
  }

  get stage() { return state.job?.stages[state.stage]; }

  /** The value that moves a stage: a parameter or the offset of its place; or the reason why it cannot be moved here. */
  place(stage) {
    if (!stage) return { why: 'Pick a stage first' };
    if (structure.obstacle) return { why: structure.obstacle };
    if (stage.file) return { why: `${stage.id} stands in ${stage.file}` };
    const at = stage.keys?.find(k => k.name === 'place');
    if (isObject(at?.json)) return this.of(`${at.path}.offset`, at.json.offset ?? [0, 0], stage);
    const parameter = ['position', 'center'].map(name => stage.parameters.find(p => p.name === name && p.schema.kind === 'point')).find(Boolean);
    if (!parameter || parameter.file) return { why: `${stage.id} has no position on the canvas` };
    const edge = state.job.edges.find(e => e.kind === 'value' && e.to === state.job.stages.indexOf(stage) && e.label?.split(/\W+/).includes(parameter.name));
    if (edge) return { why: `The ${parameter.name} of ${stage.id} comes from ${state.job.stages[edge.from].id}` };
    const { canvas } = state.job;
    const written = parameter.isSet ? parameter.json : parameter.default ?? [canvas.width / 2, canvas.height / 2];
    return this.of(parameter.path, written, stage);
  }

  of(path, written, stage) {
    if (Array.isArray(written) && written.every(Number.isFinite)) return { path, value: written };
    if (isMotion(written)) {
      const n = written.keyframes.findLastIndex(k => k.at <= player.seconds - stage.start + 1e-6);
      const { value } = written.keyframes[Math.max(0, n)];
      if (Array.isArray(value) && value.every(Number.isFinite)) return { path: `${path}.keyframes[${Math.max(0, n)}].value`, value, note: `keyframe ${Math.max(0, n) + 1}` };
    }
    if (isVariable(written)) return { why: `The place of ${stage.id} is ${written}` };
    return { why: `The place of ${stage.id} is computed` };
  }

  box(stage) { return overlay.shownBoxes.find(b => b.id === stage.id)?.box; }

  /** Begins to drag a stage from a point of the canvas; false where it stays. */
  begin(stage, point, event) {
    const place = this.place(stage);
    if (place.why) { this.why = place.why; return false; }
    const others = overlay.shownBoxes.filter(b => b.id !== stage.id && !this.isWithin(b.index, stage));
    Object.assign(this, { why: null, moved: stage, at: place, from: point, start: [event.clientX, event.clientY], lines: snapping.lines(others), others, original: this.box(stage), isMoving: false });
    return true;
  }

  isWithin(index, stage) {
    const own = state.job.stages.indexOf(stage);
    for (let n = state.job.stages[index]?.parent ?? null; n !== null; n = state.job.stages[n].parent) if (n === own) return true;
    return false;
  }

  move(event) {
    const [dx, dy] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    if (!this.isMoving && Math.hypot(dx, dy) < 4) return;
    this.isMoving = overlay.isDragging = true;
    let shift = [dx * overlay.unit, dy * overlay.unit];
    if (event.shiftKey) shift = Math.abs(dx) > Math.abs(dy) ? [shift[0], 0] : [0, shift[1]];
    let found = [null, null];
    if (this.original && !event.altKey) {
      const box = [this.original[0] + shift[0], this.original[1] + shift[1], this.original[2], this.original[3]];
      found = snapping.place(box, this.lines, Snapping.reach * overlay.unit);
      shift = shift.map((value, axis) => value + (found[axis] && !(event.shiftKey && value === 0) ? found[axis].shift : 0));
    }
    const value = this.at.value.map((v, axis) => rounded(v + shift[axis], found[axis] ? 2 : 0));
    if (same(value, this.last)) return;
    this.last = value;
    const box = this.original && [this.original[0] + value[0] - this.at.value[0], this.original[1] + value[1] - this.at.value[1], this.original[2], this.original[3]];
    this.show(box, found);
    editor.editAll([{ path: this.at.path, value }], { isDrag: true, label: `moving ${this.moved.id}` });
  }

  end() {
    const wasMoving = this.isMoving;
    this.isMoving = overlay.isDragging = false;
    this.last = null;
    this.guides = [];
    if (!wasMoving) return false;
    overlay.justDragged = performance.now();
    editor.endDrag(() => { overlay.draw(); inspector.rebuild(true); });
    return true;
  }

  /** The box, the lines that it snaps to with their names, and its distances from the canvas or the nearest boxes. */
  show(box, found) {
    if (!box) return;
    const { unit } = overlay, { width, height } = state.job.canvas;
    const label = (x, y, text, kind = '') => svg('text', { x: clamp(x, 14 * unit, width - 14 * unit), y: clamp(y, 12 * unit, height - 4 * unit), 'font-size': 11 * unit, 'text-anchor': 'middle', class: `measure ${kind}` }, text);
    const parts = [svg('rect', { x: box[0], y: box[1], width: box[2], height: box[3], class: 'moving', 'vector-effect': 'non-scaling-stroke' })];
    const [mx, my] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    const gaps = [[[this.before(box, 0), box[0]], true], [[box[0] + box[2], this.behind(box, 0)], true], [[this.before(box, 1), box[1]], false], [[box[1] + box[3], this.behind(box, 1)], false]];
    for (const [[a, b], isAcross] of gaps) {
      if (b - a < 4 * unit) continue;
      parts.push(svg('path', { d: isAcross ? `M${a} ${my}H${b}` : `M${mx} ${a}V${b}`, class: 'measure-line', 'vector-effect': 'non-scaling-stroke' }),
        isAcross ? label((a + b) / 2, my - 5 * unit, String(Math.round(b - a))) : label(mx + 16 * unit, (a + b) / 2, String(Math.round(b - a))));
    }
    found.forEach((hit, axis) => {
      if (!hit) return;
      parts.push(svg('path', { d: axis === 0 ? `M${hit.line.at} 0V${height}` : `M0 ${hit.line.at}H${width}`, class: 'snap', 'vector-effect': 'non-scaling-stroke' }),
        axis === 0 ? label(hit.line.at, 14 * unit, hit.line.name, 'name') : label(60 * unit, hit.line.at - 5 * unit, hit.line.name, 'name'));
    });
    fill(overlay.svg, ...overlay.guides(state.job), ...parts);
  }

  /** Where the nearest box before or behind one ends along an axis, or the canvas. */
  before(box, axis) { return Math.max(0, ...this.beside(box, axis).map(o => o[axis] + o[axis + 2]).filter(v => v <= box[axis] + 0.5)); }
  behind(box, axis) {
    const size = axis ? state.job.canvas.height : state.job.canvas.width;
    return Math.min(size, ...this.beside(box, axis).map(o => o[axis]).filter(v => v >= box[axis] + box[axis + 2] - 0.5));
  }
  beside(box, axis) {
    const other = 1 - axis;
    return (this.others || []).map(b => b.box).filter(o => o[other] < box[other] + box[other + 2] && box[other] < o[other] + o[other + 2]);
  }

  nudge(dx, dy) {
    const { stage } = this;
    const place = this.place(stage);
    if (place.why) return say(place.why, true);
    return editor.editAll([{ path: place.path, value: [rounded(place.value[0] + dx), rounded(place.value[1] + dy)] }], { label: `moving ${stage.id}` }).then(() => inspector.rebuild());
  }

  center() {
    const { stage } = this;
    const box = stage && this.box(stage);
    const { width, height } = state.job.canvas;
    if (!box) return say('It cannot be seen at this frame', true);
    return this.nudge(width / 2 - box[0] - box[2] / 2, height / 2 - box[1] - box[3] / 2);
  }
}
