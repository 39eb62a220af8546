/** The graph editor: values with keyframes, or their speeds, over time, in place of the timeline's rows. */
class GraphEditor {
  constructor() {
    this.element = $('graph-editor');
    this.isSpeed = remembered('speed-graph', false);
    /** The keys of those that are not shown, and of the one whose handles are. */
    this.hidden = new Set();
    this.active = null;
    this.answers = new Map();
    this.scales = null;
    this.names = h('div', { class: 'graph-names' });
    this.svg = svg('svg', { class: 'graph-plot', role: 'group', 'aria-label': 'Keyframes over time' });
    this.element.append(this.names, this.svg);
    $('graph-button').addEventListener('click', () => this.toggle());
    this.loadSoon = coalesced(() => this.load());
    for (const name of ['job', 'stage', 'time-view']) on(name, () => this.loadSoon());
    on('frame', () => this.showValues());
    new ResizeObserver(() => this.loadSoon()).observe(this.svg);
    this.drags = new GraphDrags(this);
    this.spans = new GraphSpans(this, this.drags);
    this.edits = new GraphEdits(this, this.drags);
    this.setOpen(remembered('graph-editor', false) && innerWidth > 760);
  }

  // Opening

  toggle() { this.setOpen(!this.isOpen); }

  setOpen(isOpen) {
    this.isOpen = isOpen;
    remember('graph-editor', isOpen);
    press('graph-button', isOpen);
    this.element.hidden = !isOpen;
    timeline.tracks.hidden = isOpen;
    room.setGraph(isOpen);
    if (isOpen && room.folded.time) room.fold('time');
    if (!isOpen) this.spans.close();
    timeline.build();
    this.loadSoon();
  }

  // Data

  get width() { return Math.max(1, this.svg.clientWidth); }
  get height() { return Math.max(1, this.svg.clientHeight); }
  get stages() { return state.job ? selection.stages.slice(0, 12) : []; }

  /** Asks the program for what is seen; what was there stays until it answers. Ends once the newest answer is there. */
  load() {
    const loading = this.loadNow().then(() => (this.newest === loading ? undefined : this.newest));
    this.newest = loading;
    return loading;
  }

  async loadNow() {
    if (!this.isOpen || !state.job) return;
    const turn = this.turn = (this.turn || 0) + 1;
    const { stages } = this, { from, to } = timeView;
    const count = clamp(this.width, 2, 2000);
    try {
      const all = await Promise.all(stages.map(async stage => [stage.id, { from, to, ...(await motions.ask(stage, from, to, count)) }]));
      if (turn !== this.turn) return;
      this.answers = new Map(all);
    } catch (error) {
      if (error.status !== 409 && error.status !== 422) showError(error);
      return;
    }
    this.draw();
  }

  /** All values with keyframes of the picked stages; made anew when something of it is another. */
  get series() {
    const { stages } = this, key = [state.job, state.errors, this.answers, this.isSpeed, stages.map(s => s.id).join()];
    if (this.known && this.known.key.every((part, n) => part === key[n])) return this.known.all;
    let color = 0;
    const all = stages.flatMap(stage => {
      const answer = this.answers.get(stage.id);
      return (answer?.motions || []).map(motion => {
        const series = { ...motions.series(stage, motion), answer };
        series.colors = series.axes.map(() => color++ % 8);
        series.curves = this.isSpeed ? series.axes.map(values => this.speed(values, answer)) : series.axes;
        return series;
      });
    });
    this.known = { key, all };
    return all;
  }

  /** The change in a second, from the values next to each. */
  speed(values, { from, to }) {
    const step = (to - from) / Math.max(1, values.length - 1);
    return values.map((_, n) => {
      const [a, b] = [Math.max(0, n - 1), Math.min(values.length - 1, n + 1)];
      return a === b ? 0 : (values[b] - values[a]) / ((b - a) * step);
    });
  }

  isKnown(series) {
    const { json, times } = series;
    return !!json && json.keyframes.length === times.length;
  }

  /** A keyframe's number along an axis; nothing where it is computed. */
  value(series, n, axis) {
    const value = series.json.keyframes[n].value;
    const number = series.axes.length > 1 ? value?.[axis] : value;
    return Number.isFinite(number) ? number : null;
  }

  // Scales

  x(seconds) { return timeView.share(seconds) * this.width; }
  y(series, value) {
    const { low, high } = this.scaleOf(series);
    return this.height - 14 - ((value - low) / (high - low)) * (this.height - 28);
  }

  /** Values of one unit have one scale. */
  unit(series) { return series.axes.length > 1 ? 'points' : series.schema.unit || ''; }
  scaleOf(series) { return this.scales?.get(this.unit(series)) || { low: 0, high: 1 }; }

  measure(shown) {
    const scales = new Map();
    for (const series of shown) {
      const scale = scales.get(this.unit(series)) || { low: Infinity, high: -Infinity };
      const take = v => { if (Number.isFinite(v)) [scale.low, scale.high] = [Math.min(scale.low, v), Math.max(scale.high, v)]; };
      series.curves.flat().forEach(take);
      if (!this.isSpeed && this.isKnown(series)) series.times.forEach((at, n) => { if (at !== null && at >= timeView.from && at <= timeView.to) series.axes.forEach((_, axis) => take(this.value(series, n, axis) ?? NaN)); });
      scales.set(this.unit(series), scale);
    }
    for (const scale of scales.values()) {
      if (!(scale.high >= scale.low)) [scale.low, scale.high] = [0, 1];
      const least = Math.max(1e-6, Math.abs(scale.high) * 1e-3);
      if (scale.high - scale.low < least) [scale.low, scale.high] = [scale.low - Math.max(least, Math.abs(scale.low) * 0.1, 0.5), scale.high + Math.max(least, Math.abs(scale.high) * 0.1, 0.5)];
    }
    return scales;
  }

  /** The decimals that a pixel is worth. */
  digits(series) {
    const { low, high } = this.scaleOf(series);
    return clamp(Math.round(-Math.log10((high - low) / this.height)), 0, 4);
  }

  // Drawing

  draw() {
    if (!this.isOpen) return;
    const all = this.series;
    if (!all.some(s => s.key === this.active)) this.active = all.find(s => this.isKnown(s))?.key ?? all[0]?.key ?? null;
    this.drags.forget(all);
    const shown = all.filter(s => !this.hidden.has(s.key));
    // While something is dragged the scale stays under the pointer.
    if (!this.drags.isDragging) this.scales = this.measure(shown);
    const { knob } = document.activeElement?.dataset || {};
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    const top = shown.find(s => s.key === this.active);
    fill(this.svg, this.outside(), ...(top ? this.axis(top) : []), ...shown.flatMap(s => this.curves(s)), ...(top ? this.spans.handles(top) : []), ...shown.flatMap(s => this.drags.knobs(s)), ...(top ? this.spans.chips(top) : []));
    if (knob) this.svg.querySelector(`[data-knob="${CSS.escape(knob)}"]`)?.focus({ preventScroll: true });
    this.list(all);
    this.showValues();
  }

  /** Where the only stage is not there. */
  outside() {
    const { stages } = this;
    if (stages.length !== 1) return null;
    const [a, b] = [this.x(stages[0].start), this.x(stages[0].end ?? timeline.seconds)];
    return svg('path', { d: `M0 0H${clamp(a, 0, this.width)}V${this.height}H0ZM${clamp(b, 0, this.width)} 0H${this.width}V${this.height}H${clamp(b, 0, this.width)}Z`, class: 'graph-outside' });
  }

  axis(series) {
    const { low, high } = this.scaleOf(series);
    const raw = (high - low) / Math.max(2, this.height / 44), power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(n => n * power).find(s => s >= raw);
    const parts = [];
    for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-6; v += step) {
      const y = this.y(series, v);
      parts.push(svg('path', { d: `M0 ${y}H${this.width}`, class: 'graph-line' }), svg('text', { x: 4, y: y - 3, class: 'graph-label' }, `${rounded(v, 6)}${this.isSpeed ? ' /s' : ''}`));
    }
    return parts;
  }

  curves(series) {
    const { from, to } = series.answer;
    return series.curves.map((values, axis) => {
      const d = values.map((v, n) => `${n ? 'L' : 'M'}${this.x(from + ((to - from) * n) / Math.max(1, values.length - 1)).toFixed(1)} ${this.y(series, v).toFixed(1)}`).join('');
      return svg('path', { d, class: `graph-curve hue-${series.colors[axis]}${series.key === this.active ? ' is-active' : ''}`, onpointerdown: () => this.activate(series.key) }, svg('title', {}, series.key));
    });
  }

  // Names

  activate(key) {
    if (key === this.active) return;
    this.active = key;
    this.draw();
  }

  show(key, isShown) {
    isShown ? this.hidden.delete(key) : this.hidden.add(key);
    this.draw();
  }

  list(all) {
    const focused = this.names.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const scroll = this.names.querySelector('ul')?.scrollTop ?? 0;
    const mode = (name, isSpeed) => h('button', { type: 'button', 'aria-pressed': String(this.isSpeed === isSpeed), dataset: { focus: name }, onclick: () => { this.isSpeed = isSpeed; remember('speed-graph', isSpeed); this.draw(); } }, name);
    const several = this.stages.length > 1;
    const row = s => {
      const name = several ? s.key : s.location;
      return h('li', { class: s.key === this.active ? 'is-active' : '' },
        h('input', { type: 'checkbox', checked: !this.hidden.has(s.key), 'aria-label': `Show ${s.key}`, dataset: { focus: `show-${s.key}` }, onchange: event => this.show(s.key, event.target.checked) }),
        h('span', { class: 'graph-hues', 'aria-hidden': 'true' }, s.colors.map(c => h('i', { class: `hue-${c}` }))),
        h('button', { type: 'button', class: 'name', title: s.why || s.key, 'aria-pressed': String(s.key === this.active), dataset: { focus: s.key, series: s.key }, onclick: () => this.activate(s.key) }, name),
        h('output', { class: 'mono dim', dataset: { value: s.key } }));
    };
    const nothing = !this.stages.length ? 'Pick a stage to see its keyframes.' : 'Nothing of it has keyframes that are numbers.';
    fill(this.names, h('div', { class: 'segments', role: 'group', 'aria-label': 'Graph of' }, mode('Value', false), mode('Speed', true)),
      h('div', { class: 'graph-tools', role: 'toolbar', 'aria-label': 'Picked keyframes' }, [['Reverse', 'Play the picked keyframes backward (R)', () => this.edits.reverse()], ['Stretch …', 'Stretch the picked keyframes in time', () => this.edits.stretch()]].map(([text, title, run]) => h('button', { type: 'button', class: 'quiet', title, dataset: { focus: text }, onclick: run }, text))),
      all.length ? h('ul', {}, all.map(row)) : h('p', { class: 'dim' }, nothing));
    if (this.names.querySelector('ul')) this.names.querySelector('ul').scrollTop = scroll;
    if (focused) this.names.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** The values at the playhead. */
  showValues() {
    if (!this.isOpen) return;
    for (const output of this.names.querySelectorAll('[data-value]')) {
      const [id] = output.dataset.value.split('.'), answer = this.answers.get(id);
      const motion = answer?.motions.find(m => output.dataset.value === `${id}.${m.location}`);
      const share = answer ? (player.seconds - answer.from) / (answer.to - answer.from || 1) : -1;
      const isSeen = motion && share >= 0 && share <= 1;
      const show = values => {
        const all = this.isSpeed ? this.speed(values, answer) : values, place = share * (all.length - 1);
        const [a, b] = [all[Math.floor(place)], all[Math.ceil(place)]], v = a + (b - a) * (place % 1);
        return rounded(v, Math.abs(v) >= 100 ? 0 : 2);
      };
      output.textContent = isSeen ? motion.axes.map(show).join(', ') : '';
    }
  }
}
