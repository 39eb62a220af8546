/** Chooses a variant by its axes, or shows all of them side by side. */
class Variants {
  constructor() {
    this.cells = [];
    this.turn = 0;
    /** Names of the axes of which all values are side by side. */
    this.openAxes = new Set();
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

  get names() { return [...new Set(this.all.flatMap(v => Object.keys(v.choices)))]; }
  get chosen() { return this.all.find(v => v.id === state.variant)?.choices || {}; }
  values(name) { return [...new Set(this.all.map(v => v.choices[name]).filter(v => v !== undefined))]; }

  draw() {
    const { all } = this;
    const { names, chosen } = this;
    const key = JSON.stringify([all, state.variant, state.file, state.view, [...this.openAxes]]);
    $('all-variants').hidden = all.length < 2 || !state.job;
    if (key === this.key) return;
    this.key = key;
    fill($('axes'), ...(state.file ? names : []).map(name => this.axis(name, chosen)));
  }

  axis(name, chosen) {
    const values = this.values(name);
    const isGrid = state.view === 'grid';
    const pick = ({ target }) => {
      if (isGrid && target.selectedIndex === 0) return this.openAxis(name);
      this.openAxes.delete(name);
      this.choose(name, target.value, chosen);
    };
    const select = h('select', { 'aria-label': name, dataset: { axis: name }, onchange: pick }, isGrid ? h('option', {}, 'all') : null, values.map(value => h('option', { value }, value)));
    select.selectedIndex = isGrid && this.openAxes.has(name) ? 0 : Math.max(0, values.indexOf(chosen[name])) + Number(isGrid);
    return h('label', { class: 'axis' }, h('span', { class: 'dim' }, name), select);
  }

  choose(name, value, chosen) {
    const wanted = { ...chosen, [name]: value };
    const score = v => Object.entries(wanted).filter(([k, x]) => v.choices[k] === x).length + (v.choices[name] === value ? 100 : 0);
    const best = [...this.all].sort((a, b) => score(b) - score(a))[0];
    if (best && best.id !== state.variant) return workspace.open(state.file, best.id, { keepsFrame: true });
    this.draw();
    if (state.view === 'grid') this.refresh();
  }

  // Side by side

  openAxis(name) {
    this.openAxes.add(name);
    this.draw();
    this.refresh();
  }

  /** Opens as many axes as there is room for. */
  openSome() {
    this.openAxes.clear();
    let count = 1;
    for (const name of this.names) {
      const { length } = this.values(name);
      if (this.openAxes.size && count * length > 24) continue;
      this.openAxes.add(name);
      count *= length;
    }
  }

  /** The variants that agree with the current one but in the open axes; the current one is always among them. */
  get shown() {
    const { chosen, names } = this;
    const found = this.all.filter(v => names.every(name => this.openAxes.has(name) || v.choices[name] === chosen[name]));
    const shown = found.slice(0, 24);
    const current = found.find(v => v.id === state.variant);
    if (current && !shown.includes(current)) shown[shown.length - 1] = current;
    return { shown, rest: found.length - shown.length };
  }

  toggle() { state.view === 'grid' ? this.close() : this.show(); }

  async show() {
    state.view = 'grid';
    this.openSome();
    this.draw();
    press('all-variants', true);
    $('grid-view').hidden = false;
    $('frame-box').hidden = true;
    player.refresh();
    await this.refresh();
  }

  close() {
    if (state.view !== 'grid') return;
    state.view = 'one';
    press('all-variants', false);
    $('grid-view').hidden = true;
    $('frame-box').hidden = false;
    this.loader.forget();
    this.draw();
    player.layout();
    player.refresh();
  }

  async refresh() {
    const { shown, rest } = this.shown;
    this.loader.forget();
    this.turn += 1;
    const { turn } = this, { file } = state;
    const old = new Map(this.cells.map(cell => [cell.id, cell]));
    this.cells = shown.map(variant => old.get(variant.id) || this.cell(variant));
    for (const { id, element } of this.cells) id === state.variant ? element.setAttribute('aria-current', 'true') : element.removeAttribute('aria-current');
    fill($('grid-view'), ...this.cells.map(cell => cell.element), rest > 0 ? h('p', { class: 'dim' }, `${rest} more are not shown: choose a value of an axis.`) : '');
    for (const cell of this.cells) {
      if (state.view !== 'grid' || state.file !== file || turn !== this.turn) return;
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

  order() { return this.cells.filter(c => c.source).flatMap(c => Array.from({ length: 300 }, (_, n) => c.source.key({ frame: this.frameOf(c, n), scale: c.scale }))); }

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

  /** The number of frames back to the newest picture that all variants have; null where there is none. */
  commonSteps(cells) {
    for (let back = 0; back <= 128; back += 1) {
      if (cells.every(cell => this.image(cell, this.frameOf(cell) - back))) return back;
      if (!player.isPlaying) return null;
    }
    return null;
  }

  image(cell, frame) { return this.cache.get(cell.source.key({ frame: Math.max(0, frame), scale: cell.scale })); }

  paintCell(cell, frame) {
    const image = this.image(cell, frame);
    if (!image || image === cell.shown) return;
    if (cell.canvas.width !== image.width || cell.canvas.height !== image.height) [cell.canvas.width, cell.canvas.height] = [image.width, image.height];
    cell.canvas.getContext('2d').putImageData(image, 0, 0);
    cell.shown = image;
  }
}
