/** Chooses a variant by its axes, or shows all of them side by side. */
class Variants {
  constructor() {
    this.cells = [];
    this.cache = new FrameCache(3e8);
    this.loader = new FrameLoader(this.cache);
    this.loader.wanted = () => this.wanted();
    this.loader.order = () => this.order();
    this.loader.onArrival = () => this.paint();
    $('all-variants').addEventListener('click', () => this.toggle());
    on('job', () => { this.draw(); if (state.view === 'grid') this.refresh(); });
    on('jobs', () => this.draw());
    on('frame', () => this.paint());
  }

  get summary() { return state.jobs.find(job => job.file === state.file); }
  get all() { return this.summary?.variants || []; }

  draw() {
    const { all } = this;
    const names = [...new Set(all.flatMap(v => Object.keys(v.choices)))];
    const chosen = all.find(v => v.id === state.variant)?.choices || {};
    const key = JSON.stringify([all, state.variant, state.file]);
    $('all-variants').hidden = all.length < 2 || !state.job;
    if (key === this.key) return;
    this.key = key;
    fill($('axes'), ...(state.file ? names : []).map(name => this.axis(name, all, chosen)));
  }

  axis(name, all, chosen) {
    const values = [...new Set(all.map(v => v.choices[name]).filter(v => v !== undefined))];
    const select = h('select', { 'aria-label': name, dataset: { axis: name }, onchange: event => this.choose(name, event.target.value, chosen) }, values.map(value => h('option', { value }, value)));
    select.value = chosen[name] ?? values[0];
    return h('label', { class: 'axis' }, h('span', { class: 'dim' }, name), select);
  }

  choose(name, value, chosen) {
    const wanted = { ...chosen, [name]: value };
    const score = v => Object.entries(wanted).filter(([k, x]) => v.choices[k] === x).length + (v.choices[name] === value ? 100 : 0);
    const best = [...this.all].sort((a, b) => score(b) - score(a))[0];
    if (best) workspace.open(state.file, best.id, { keepsFrame: true });
  }

  // Side by side

  toggle() { state.view === 'grid' ? this.close() : this.show(); }

  async show() {
    state.view = 'grid';
    press('all-variants', true);
    $('grid-view').hidden = false;
    $('frame-box').hidden = true;
    await this.refresh();
  }

  close() {
    if (state.view !== 'grid') return;
    state.view = 'one';
    press('all-variants', false);
    $('grid-view').hidden = true;
    $('frame-box').hidden = false;
    this.loader.forget();
    player.layout();
    player.refresh();
  }

  async refresh() {
    const shown = this.all.slice(0, 24);
    this.loader.forget();
    const { file } = state;
    const old = new Map(this.cells.map(cell => [cell.id, cell]));
    this.cells = shown.map(variant => old.get(variant.id) || this.cell(variant));
    const rest = this.all.length - shown.length;
    fill($('grid-view'), ...this.cells.map(cell => cell.element), rest > 0 ? h('p', { class: 'dim' }, `${rest} more are not shown.`) : '');
    for (const cell of this.cells) {
      if (state.view !== 'grid' || state.file !== file) return;
      try {
        const job = cell.id === state.variant && state.job ? state.job : await get('/api/job', { file, variant: cell.id });
        this.place(cell, job);
      } catch (error) {
        cell.note.textContent = error.status === 422 ? 'has errors' : error.message;
      }
      this.loader.pump();
      this.paint();
    }
  }

  cell(variant) {
    const canvas = h('canvas', { width: 1, height: 1, role: 'img', 'aria-label': variant.id });
    const note = h('span', { class: 'dim' });
    const element = h('button', { type: 'button', class: 'variant-cell', dataset: { variant: variant.id }, title: `Open ${variant.id}`, onclick: () => { this.close(); workspace.open(state.file, variant.id, { keepsFrame: true }); } },
      canvas, h('span', { class: 'variant-name' }, Object.values(variant.choices).join(' · '), note));
    return { id: variant.id, canvas, element, note, source: null, shown: null };
  }

  place(cell, job) {
    cell.source = new FrameSource(job);
    cell.fps = job.fps;
    const area = $('grid-view');
    const columns = Math.ceil(Math.sqrt(this.cells.length * 1.4));
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(90, (area.clientWidth - 24) / columns - 14);
    cell.scale = Math.max(0.02, Math.floor(Math.min((width * ratio) / job.width, (260 * ratio) / job.height, 1) * 1000) / 1000);
    cell.canvas.style.width = `${(job.width * cell.scale) / ratio}px`;
    cell.canvas.style.height = `${(job.height * cell.scale) / ratio}px`;
    cell.note.textContent = '';
  }

  frameOf(cell, steps = 0) {
    const frame = Math.round(((player.frame + steps) / player.fps) * cell.fps);
    return player.isLooping && steps ? frame % cell.source.frames : Math.min(frame, cell.source.frames - 1);
  }

  *wanted() {
    if (state.view !== 'grid') return;
    const cells = this.cells.filter(cell => cell.source);
    const reach = player.isPlaying ? Math.round(player.fps * 6) : 1;
    const stride = player.isPlaying ? this.stride(cells.length) : 1;
    for (let step = 0; step < reach; step += stride) {
      for (const cell of cells) yield this.want(cell, step, stride);
    }
  }

  /** A power of two, so that frames of a finer stride are among those of a coarser one. */
  stride(count) {
    const wanted = (this.loader.interval * count * player.fps * player.speed) / 1000;
    return wanted > 1 ? 2 ** Math.min(7, Math.ceil(Math.log2(wanted))) : 1;
  }

  /** Rounded, so that a slow server is asked for the same frames again and again. */
  want(cell, step, stride) {
    const frame = this.frameOf(cell, step);
    return { source: cell.source, frame: frame - (frame % stride), scale: cell.scale, isClear: false };
  }

  order() { return this.cells.filter(c => c.source).flatMap(c => Array.from({ length: 300 }, (_, n) => c.source.key(this.frameOf(c, n), c.scale, false))); }

  paint() {
    if (state.view !== 'grid') return;
    const cells = this.cells.filter(cell => cell.source);
    const common = this.commonSteps(cells);
    for (const cell of cells) {
      if (common !== null) this.paintCell(cell, this.frameOf(cell) - common);
      else if (!player.isPlaying) this.paintCell(cell, this.frameOf(cell));
    }
    this.loader.pump();
  }

  /** How many frames back the newest picture is that all variants have; null where there is none. */
  commonSteps(cells) {
    for (let back = 0; back <= 128; back += 1) {
      if (cells.every(cell => this.image(cell, this.frameOf(cell) - back))) return back;
      if (!player.isPlaying) return null;
    }
    return null;
  }

  image(cell, frame) { return this.cache.get(cell.source.key(Math.max(0, frame), cell.scale, false)); }

  paintCell(cell, frame) {
    const image = this.image(cell, frame);
    if (!image || image === cell.shown) return;
    if (cell.canvas.width !== image.width || cell.canvas.height !== image.height) [cell.canvas.width, cell.canvas.height] = [image.width, image.height];
    cell.canvas.getContext('2d').putImageData(image, 0, 0);
    cell.shown = image;
  }
}
