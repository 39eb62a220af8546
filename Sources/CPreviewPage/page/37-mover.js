/** Moves the picked stages on the picture: dragged or by arrow keys, with lines where they snap. */
class Mover {
  constructor() { this.isMoving = false; }

  get stage() { return state.job?.stages[state.stage]; }

  box(stage) { return overlay.shownBoxes.find(b => b.id === stage.id)?.box; }

  /** Stages with the values that move them; or the reason why one of them cannot be moved. */
  targets(stages) {
    const found = stages.map(stage => ({ stage, at: places.position(stage) }));
    return { found, why: found.find(t => t.at.why)?.at.why };
  }

  /** Begins to drag stages from a point of the canvas; false where one of them stays. */
  begin(stages, event) {
    const { found, why } = this.targets(stages);
    this.why = why;
    if (why) return false;
    const others = overlay.shownBoxes.filter(b => !stages.some(s => s.id === b.id || this.isWithin(b.index, s)));
    const boxes = stages.map(s => this.box(s)).filter(Boolean);
    Object.assign(this, { moved: found, start: [event.clientX, event.clientY], lines: snapping.lines(others), others, original: this.around(boxes), isMoving: false, last: null });
    return true;
  }

  around(boxes) {
    if (!boxes.length) return null;
    const [x, y] = [0, 1].map(n => Math.min(...boxes.map(b => b[n])));
    return [x, y, ...[0, 1].map(n => Math.max(...boxes.map(b => b[n] + b[n + 2])) - [x, y][n])];
  }

  get label() { return `moving ${this.moved.length > 1 ? `${this.moved.length} stages` : this.moved[0].stage.id}`; }

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
    // Those that are moved together keep their distances.
    shift = shift.map((value, axis) => rounded(value, found[axis] ? 2 : 0));
    if (same(shift, this.last)) return;
    this.last = shift;
    const box = this.original && [this.original[0] + shift[0], this.original[1] + shift[1], this.original[2], this.original[3]];
    this.show(box, found);
    editor.editAll(this.edits(this.moved, shift, found), { isDrag: true, key: 'moving', label: this.label });
  }

  edits(targets, shift, found = [null, null]) {
    return targets.flatMap(({ at }) => {
      const value = places.moved(at, shift, 2);
      return at.edits(at.space && mapping.isMove(at.space) ? value.map((v, axis) => rounded(v, found[axis] ? 2 : 0)) : value);
    });
  }

  end() {
    const wasMoving = this.isMoving;
    this.isMoving = overlay.isDragging = false;
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
    const { found, why } = this.targets(this.stage ? selection.movable : []);
    if (why || !found.length) return say(why || 'Pick a stage first', true);
    this.moved = found;
    const edits = found.flatMap(({ at }) => at.edits(at.space && mapping.isMove(at.space) ? [rounded(at.value[0] + dx), rounded(at.value[1] + dy)] : places.moved(at, [dx, dy], 3)));
    return editor.editAll(edits, { key: `nudging ${found.map(t => t.stage.id).join()}`, label: this.label }).then(() => inspector.rebuild());
  }

  center() {
    const boxes = selection.movable.map(s => this.box(s)).filter(Boolean);
    const { width, height } = state.job.canvas;
    const box = this.around(boxes);
    if (!box) return say('It cannot be seen at this frame', true);
    return this.nudge(width / 2 - box[0] - box[2] / 2, height / 2 - box[1] - box[3] / 2);
  }
}
