/** Published numbers over time. */
class CurvePanel {
  constructor() {
    this.page = $('panel-curves');
    this.pinned = $('pinned');
    this.columns = remembered('columns', []);
    this.order = 0;
    this.isPinned = remembered('pinned', false);
    this.key = '';
    on('job', () => this.load());
    on('tab', () => this.load());
    on('frame', () => this.movePlayhead());
    on('stage', () => { if (!this.columns.length) this.build(); });
  }

  get isSeen() { return this.isPinned || state.tab === 'curves'; }

  async load() {
    if (!state.job || !this.isSeen) return this.pin();
    const { file, variant, revision } = state.job;
    const key = `${file}?${variant}!${revision}`;
    if (key === this.key) return this.build();
    this.key = key;
    this.build();
    try {
      const values = await get('/api/values', { file, variant, revision });
      if (this.key !== key) return;
      state.values = values;
    } catch (error) {
      if (this.key === key) this.key = '';
      if (error.status !== 409) showError(error);
    }
    this.build();
  }

  pin() {
    this.pinned.hidden = !this.isPinned || !state.job;
    $('work-view').classList.toggle('has-pinned', !this.pinned.hidden);
  }

  setPinned(value) {
    this.isPinned = value;
    remember('pinned', value);
    this.pin();
    this.load();
    player.layout();
    player.refresh();
  }

  /** The columns to show: chosen ones, or those of the picked stage. */
  get shownColumns() {
    const known = state.values?.columns || [];
    const chosen = this.columns.filter(c => known.includes(c));
    if (chosen.length) return chosen;
    const stage = state.job?.stages[state.stage];
    const own = known.filter(c => stage ? c.startsWith(`${stage.id}.`) : /\.(position\.[xy]|opacity|scale)$/.test(c));
    return own.slice(0, 4);
  }

  choose(column, isChosen) {
    const shown = new Set(this.columns.length ? this.columns : this.shownColumns);
    isChosen ? shown.add(column) : shown.delete(column);
    this.columns = [...shown];
    remember('columns', this.columns);
    this.build();
  }

  build() {
    this.pin();
    const parent = this.isPinned ? this.pinned : this.page;
    const other = this.isPinned ? this.page : this.pinned;
    fill(other, ...(this.isPinned && state.tab === 'curves' ? [h('p', { class: 'dim pad' }, 'The curves are pinned beside the picture.'), h('button', { type: 'button', class: 'in-pad', onclick: () => this.setPinned(false) }, 'Bring them back here')] : []));
    if (!this.isSeen) return;
    const scroll = parent.querySelector('.chosen')?.scrollTop || 0;
    fill(parent, this.tools(), this.chooser(), h('div', { class: 'charts' }, this.charts()));
    parent.querySelector('.chosen').scrollTop = scroll;
    this.movePlayhead();
  }

  tools() {
    const names = ['Position', 'Velocity', 'Acceleration'];
    const orders = names.map((name, n) => h('button', { type: 'button', 'aria-pressed': String(n === this.order), onclick: () => { this.order = n; this.build(); } }, name));
    return h('div', { class: 'panel-tools' }, h('div', { class: 'segments', role: 'group', 'aria-label': 'Derivative' }, orders), h('div', { class: 'space' }),
      iconButton('pin', this.isPinned ? 'Unpin' : 'Pin beside the picture', () => this.setPinned(!this.isPinned), { 'aria-pressed': String(this.isPinned) }));
  }

  chooser() {
    const columns = state.values?.columns || [];
    const shown = new Set(this.shownColumns);
    const groups = groupedBy(columns, c => c.split('.')[0]);
    const lists = [...groups].map(([stage, names]) => h('div', { class: 'column-group', role: 'group', 'aria-label': stage }, h('b', {}, stage),
      names.map(name => h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: shown.has(name), onchange: event => this.choose(name, event.target.checked) }), name.slice(stage.length + 1)))));
    return h('details', { class: 'chooser', open: this.isOpen, ontoggle: event => { this.isOpen = event.target.open; } },
      h('summary', {}, columns.length ? `Columns: ${shown.size} of ${columns.length}` : 'No values are published, or they are being read'),
      h('div', { class: 'chosen', tabindex: 0, role: 'group', 'aria-label': 'Columns' }, lists),
      this.columns.length ? h('button', { type: 'button', class: 'quiet', onclick: () => { this.columns = []; remember('columns', []); this.build(); } }, 'Those of the picked stage') : null);
  }

  charts() {
    const { columns = [], values = [] } = state.values || {};
    return this.shownColumns.map(name => this.chart(name, this.derived(values[columns.indexOf(name)])));
  }

  derived(values) {
    let result = values;
    for (let n = 0; n < this.order; n += 1) {
      const source = result;
      result = source.map((_, i) => {
        const [a, b] = [Math.max(0, i - 1), Math.min(source.length - 1, i + 1)];
        return source[a] === null || source[b] === null || a === b ? null : ((source[b] - source[a]) / (b - a)) * player.fps;
      });
    }
    return result;
  }

  chart(name, values) {
    const finite = values.filter(v => v !== null && Number.isFinite(v));
    const low = Math.min(...finite), high = Math.max(...finite);
    const isFlat = !(high - low > 1e-9);
    const [bottom, top] = isFlat ? [low - 1, high + 1] : [low - (high - low) * 0.06, high + (high - low) * 0.06];
    const [left, width, height] = [46, 300, 96];
    const x = i => left + ((i + 0.5) / values.length) * (width - left - 4);
    const y = v => 4 + (1 - (v - bottom) / (top - bottom)) * (height - 20);
    let d = '';
    let isDown = false;
    values.forEach((v, i) => {
      const isThere = v !== null && Number.isFinite(v);
      if (isThere) d += `${isDown ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
      isDown = isThere;
    });
    const label = v => (Math.abs(v) >= 10000 ? v.toExponential(1) : String(rounded(v, Math.abs(v) >= 100 ? 0 : Math.abs(v) >= 1 ? 2 : 3)));
    const axis = finite.length ? (isFlat ? [low] : [low, (low + high) / 2, high]) : [];
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': `${name}${finite.length ? `, from ${label(low)} to ${label(high)}` : ''}` },
      axis.map(v => [svg('path', { d: `M${left} ${y(v)}H${width - 4}`, class: 'axis' }), svg('text', { x: left - 5, y: y(v) + 3, 'text-anchor': 'end' }, label(v))]),
      [0, 0.5, 1].map(s => svg('text', { x: left + s * (width - left - 4), y: height - 3, 'text-anchor': ['start', 'middle', 'end'][s * 2] }, `${rounded(s * (state.job?.seconds || 0), 2)} s`)),
      svg('path', { d, class: 'line' }), svg('path', { d: `M0 0V${height - 14}`, class: 'now' }));
    const value = h('output', { class: 'mono' });
    const figure = h('figure', { class: 'chart-figure' }, h('figcaption', {}, h('span', {}, name), value), picture);
    figure.update = frame => {
      picture.querySelector('.now').setAttribute('transform', `translate(${x(clamp(frame, 0, values.length - 1))} 0)`);
      const v = values[frame];
      value.textContent = v === null || v === undefined ? '–' : `${rounded(v, 3)}${['', ' /s', ' /s²'][this.order]}`;
    };
    const scrub = event => {
      const bounds = picture.getBoundingClientRect();
      const share = (((event.clientX - bounds.left) / bounds.width) * width - left) / (width - left - 4);
      player.seek(Math.floor(clamp(share, 0, 0.9999) * player.frames), { isScrubbing: true });
    };
    drag(picture, { start: scrub, move: scrub });
    return figure;
  }

  movePlayhead() {
    if (!this.isSeen) return;
    for (const figure of document.querySelectorAll('.chart-figure')) figure.update?.(player.frame);
  }
}
