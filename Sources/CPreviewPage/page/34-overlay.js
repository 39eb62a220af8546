/** The layer over the picture: outlines, guides, handles, the loupe and the onion skin. */
class Overlay {
  constructor() {
    this.svg = $('overlay');
    this.boxes = null;
    this.boxesKey = '';
    this.isAsking = false;
    /** Where a click waits for the boxes. */
    this.clickPoint = null;
    this.hovered = -1;
    for (const id of ['outlines', 'safe', 'thirds', 'onion', 'loupe']) this.toggleOnClick(id);
    const box = $('frame-box');
    box.addEventListener('pointermove', event => this.pointerMoved(event));
    box.addEventListener('pointerleave', () => this.pointerLeft());
    box.addEventListener('pointerdown', event => this.pressed(event));
    box.addEventListener('click', event => this.clicked(event));
    for (const name of ['placed', 'values']) on(name, () => this.draw());
    on('shown', () => { this.refresh(); this.drawOnion(); });
    on('ready', () => this.drawOnion());
    on('opened', () => { this.clickPoint = null; });
    on('job', () => this.refresh());
    on('stage', () => this.refresh());
    on('playing', () => this.refresh());
  }

  toggleOnClick(id) {
    press(id, remembered(id, false));
    $(id).addEventListener('click', () => {
      press(id, !isPressed(id));
      remember(id, isPressed(id));
      if (id === 'loupe') $('loupe-view').hidden = true;
      this.refresh();
      this.drawOnion();
      frameLoader.pump();
    });
  }

  // Boxes of stages

  get needsBoxes() { return isPressed('outlines') || this.isOver || state.stage >= 0; }

  async refresh() {
    this.draw();
    if (!state.job || player.isPlaying || !this.needsBoxes || this.isAsking) return;
    const { file, variant, revision } = state.job;
    const { frame } = player;
    const key = this.wantedKey;
    if (key === this.boxesKey) return;
    this.isAsking = true;
    try {
      const { stages } = await get('/api/boxes', { file, variant, revision, frame });
      this.boxes = stages;
      this.boxesKey = key;
    } catch {
      this.boxes = this.clickPoint = null;
    }
    this.isAsking = false;
    this.draw();
    // The job may have become another one meanwhile, and the server then refuses to tell of the one before.
    if (this.wantedKey !== key) return this.refresh();
    if (this.boxesKey !== key) return;
    if (this.clickPoint) this.pick(...this.clickPoint);
    this.clickPoint = null;
  }

  get wantedKey() { return state.job && `${state.job.file}?${state.job.variant}!${state.job.revision}:${player.frame}`; }

  get shownBoxes() { return (this.boxes || []).filter(b => b.shown && b.box); }

  // Drawing

  draw() {
    const job = state.job;
    if (this.isDragging) return;
    if (!job) return fill(this.svg);
    const { width, height } = job.canvas;
    this.unit = width / Math.max(1, $('frame-box').clientWidth);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('preserveAspectRatio', 'none');
    fill(this.svg, ...this.guides(job), ...(player.isPlaying ? [] : this.outlines()), ...handles.parts());
    handles.refocus();
  }

  guides({ canvas: { width, height, safeArea } }) {
    const line = { fill: 'none', class: 'guide', 'vector-effect': 'non-scaling-stroke' };
    const parts = [];
    if (isPressed('thirds')) {
      const d = [1, 2].map(n => `M${(width * n) / 3} 0V${height}M0 ${(height * n) / 3}H${width}`).join('');
      parts.push(svg('path', { d, ...line }), svg('path', { d: `M${width / 2} 0V${height}M0 ${height / 2}H${width}`, ...line, class: 'guide fine' }));
    }
    if (isPressed('safe') && safeArea) {
      const [x, y, w, hh] = safeArea;
      parts.push(svg('path', { d: `M0 0H${width}V${height}H0ZM${x} ${y}V${y + hh}H${x + w}V${y}Z`, class: 'shade', 'fill-rule': 'evenodd' }));
      parts.push(svg('rect', { x, y, width: w, height: hh, ...line, class: 'guide safe' }));
    }
    return parts;
  }

  outlines() {
    const all = isPressed('outlines');
    return this.shownBoxes.filter(b => all || b.index === this.hovered || selection.has(b.index)).map(b => this.outline(b));
  }

  outline({ index, id, box: [x, y, w, hh] }) {
    const kind = index === this.hovered ? 'is-hovered' : selection.has(index) ? 'is-picked' : '';
    const size = 11 * this.unit;
    const label = kind && svg('text', { x: Math.max(x, 0) + 2 * this.unit, y: Math.max(y - 4 * this.unit, size), 'font-size': size }, id);
    return svg('g', { class: `outline ${kind}` },
      svg('rect', { x, y, width: Math.max(w, this.unit), height: Math.max(hh, this.unit), 'vector-effect': 'non-scaling-stroke' }), label || null);
  }

  // The pointer

  point(event) {
    const bounds = $('frame-box').getBoundingClientRect();
    return [(event.clientX - bounds.left) / bounds.width, (event.clientY - bounds.top) / bounds.height];
  }

  pointerMoved(event) {
    this.isOver = true;
    const [u, v] = this.point(event);
    this.showPixel(u, v, event);
    if (!state.job || player.isPlaying || mover.isMoving) return;
    this.refresh();
    const found = this.topmost(u * state.job.canvas.width, v * state.job.canvas.height);
    if (found === this.hovered) return;
    this.hovered = found;
    $('frame-box').classList.toggle('is-pickable', found >= 0);
    this.draw();
  }

  pointerLeft() {
    this.isOver = false;
    this.hovered = -1;
    $('loupe-view').hidden = true;
    $('pixel').textContent = '';
    this.draw();
  }

  /** Boxes under a point, in the order in which they are seen: later stages first, what a group holds before it. */
  under(x, y) {
    const { stages } = state.job;
    const z = index => Number(stages[index].keys?.find(k => k.name === 'z')?.value ?? 0) || 0;
    const top = index => { let n = index; while (stages[n].parent !== null) n = stages[n].parent; return n; };
    const { locked } = structure;
    return this.shownBoxes.filter(b => this.contains(b.box, [x, y]) && !locked.includes(b.id) && this.isEntered(b.id)).sort((a, b) => z(top(b.index)) - z(top(a.index)) || b.index - a.index);
  }

  /** Stages of a job that a stage shows are under the pointer once that stage, or one of them, is picked. */
  isEntered(id) {
    const shower = id.slice(0, Math.max(0, id.lastIndexOf('/'))), picked = state.job.stages[state.stage]?.id ?? '';
    return !shower || picked === shower || picked.startsWith(`${shower}/`);
  }

  topmost(x, y) { return this.under(x, y)[0]?.index ?? -1; }

  /** The picked stage is dragged by its body, another that is under the pointer after it is picked by the press. */
  pressed(event) {
    if (event.button !== 0 || !state.job || player.isPlaying || event.target.closest('.handle')) return;
    const point = this.canvasPoint(event);
    const own = this.shownBoxes.filter(b => selection.has(b.index) && this.contains(b.box, point));
    // A picked camera is dragged wherever its map is.
    const view = cameras.isPicked ? cameras.dragging(state.job.stages[state.stage], point, event) : null;
    if (view && !view.why) return handles.drag(event, () => view);
    const index = view || own.some(b => b.index === state.stage) ? state.stage : own.at(-1)?.index ?? this.topmost(...point);
    const stage = state.job.stages[index];
    if (!stage) return;
    const isWhole = selection.has(index);
    const canMove = !view && mover.begin(isWhole ? selection.movable : [stage], event), why = view?.why ?? mover.why;
    let isSaid = false;
    const follow = next => {
      const isFar = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) >= 4;
      if (!canMove) {
        // A picked stage that stays says why.
        if (isFar && isWhole && !isSaid) { isSaid = true; this.justDragged = performance.now(); say(why, true); }
        return;
      }
      if (!mover.isMoving && isFar && !isWhole && state.stage !== index) pickStage(index, false);
      mover.move(next);
    };
    followPointer(event, { move: follow, end: () => { if (canMove) mover.end(); else if (isSaid) this.justDragged = performance.now(); } });
  }

  canvasPoint(event) {
    const [u, v] = this.point(event);
    return [u * state.job.canvas.width, v * state.job.canvas.height];
  }

  contains(box, [x, y]) { return !!box && x >= box[0] && x <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3]; }

  clicked(event) {
    if (performance.now() - (this.justDragged || 0) < 300 || !state.job || player.isPlaying) return;
    const point = this.point(event);
    this.isAdding = event.shiftKey;
    this.wantsGroup = event.ctrlKey || event.metaKey;
    if (this.boxesKey === this.wantedKey) return this.pick(...point);
    this.isOver = true;
    this.clickPoint = point;
    this.refresh();
  }

  /** The stage that is seen at a point; at the same point again, the one below it. */
  async pick(u, v) {
    const { width, height } = state.job.canvas;
    const key = this.wantedKey;
    const all = await this.seen(u * width, v * height);
    if (key !== this.wantedKey) return;
    if (this.isAdding) return all.length ? selection.toggle(all[0]) : undefined;
    if (!all.length) return pickStage(-1, false);
    if (this.wantsGroup) return this.pickGroup(all[0]);
    const isSame = this.lastPick && this.lastPick.key === key && Math.hypot((u - this.lastPick.u) * width, (v - this.lastPick.v) * height) < 5 * this.unit;
    const place = isSame ? all.indexOf(state.stage) : -1;
    this.lastPick = { u, v, key };
    const index = all[(place + 1) % all.length];
    pickStage(index, true);
    if (all.length > 1) say(`${state.job.stages[index].id}${all.length > 1 ? `; click again for ${state.job.stages[all[(place + 2) % all.length]].id}` : ''}`);
  }

  /** The group that holds a stage; where that is picked, the one around it. */
  pickGroup(index) {
    const { stages } = state.job, holders = structure.holders(stages[index]).map(s => stages.indexOf(s));
    if (!holders.length) return say(`${stages[index].id} is in no group`);
    const group = holders[(holders.indexOf(state.stage) + 1) % holders.length];
    pickStage(group, true);
    return say(`${stages[group].id} holds ${stages[index].id}`);
  }

  /** The stages whose drawing covers a point, the topmost first. Each is drawn alone, small, to see that. */
  async seen(x, y) {
    const hit = this.under(x, y);
    if (hit.length < 2) return hit.map(b => b.index);
    const job = state.job, { frame } = player;
    const scale = Math.max(0.02, Math.min(1, 480 / Math.max(job.width, job.height)));
    const covers = await Promise.all(hit.slice(0, 10).map(async ({ id }) => {
      const key = `${this.wantedKey}~${id}`;
      try {
        this.alone ??= new Map();
        if (!this.alone.has(key)) {
          if (this.alone.size > 40) this.alone.clear();
          this.alone.set(key, fetchPicture('/api/frame', { file: job.file, variant: job.variant, revision: job.revision, frame, scale, clear: 1, solo: id }));
        }
        const image = await this.alone.get(key);
        const [px, py] = [clamp(Math.floor((x / job.canvas.width) * image.width), 0, image.width - 1), clamp(Math.floor((y / job.canvas.height) * image.height), 0, image.height - 1)];
        return image.data[(py * image.width + px) * 4 + 3] > 12;
      } catch {
        this.alone.delete(key);
        return true;
      }
    }));
    const found = hit.filter((_, n) => covers[n] ?? true);
    return (found.length ? found : hit).map(b => b.index);
  }

  showPixel(u, v, event) {
    const image = player.shownImage;
    if (!image || u < 0 || v < 0 || u >= 1 || v >= 1) return;
    const [x, y] = [Math.floor(u * image.width), Math.floor(v * image.height)];
    const [r, g, b, a] = image.data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4);
    const text = `${x}, ${y}  rgba ${r} ${g} ${b} ${a}`;
    $('pixel').textContent = text;
    if (isPressed('loupe')) this.showLoupe(image, x, y, event, text);
  }

  /** 17 pixels each way, eight times as large. */
  showLoupe(image, x, y, event, text) {
    const view = $('loupe-view');
    const context = view.querySelector('canvas').getContext('2d');
    context.clearRect(0, 0, 136, 136);
    for (let j = 0; j < 17; j += 1) for (let i = 0; i < 17; i += 1) this.loupePixel(context, image, x + i - 8, y + j - 8, i, j);
    context.strokeStyle = '#fff';
    context.strokeRect(63.5, 63.5, 9, 9);
    context.strokeStyle = '#000';
    context.strokeRect(62.5, 62.5, 11, 11);
    view.querySelector('output').textContent = text;
    view.hidden = false;
    const area = $('picture').getBoundingClientRect();
    const [left, top] = [event.clientX - area.left, event.clientY - area.top];
    view.style.left = `${left + 190 > area.width ? left - 180 : left + 24}px`;
    view.style.top = `${clamp(top + 24, 0, Math.max(0, area.height - 180))}px`;
  }

  loupePixel(context, { width, height, data }, x, y, i, j) {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = (y * width + x) * 4;
    context.fillStyle = `rgba(${data[at]}, ${data[at + 1]}, ${data[at + 2]}, ${data[at + 3] / 255})`;
    context.fillRect(i * 8, j * 8, 8, 8);
  }

  // Onion skin

  drawOnion() {
    const canvas = $('onion-canvas');
    const isShown = isPressed('onion') && !player.isPlaying && !!player.source;
    canvas.hidden = !isShown;
    if (!isShown || !player.shownImage) return;
    canvas.width = player.canvas.width;
    canvas.height = player.canvas.height;
    const context = canvas.getContext('2d');
    context.globalAlpha = 0.3;
    for (const frame of [player.frame - 1, player.frame + 1]) {
      const image = frame >= 0 && frame < player.frames && player.image(frame);
      if (image) context.drawImage(canvasOf(image), 0, 0, canvas.width, canvas.height);
    }
  }
}

/** A canvas with a picture, to draw it scaled or blended. */
function canvasOf(image) {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}
