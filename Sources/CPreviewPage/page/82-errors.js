/** Errors under the picture, and warnings in their panel. */
class Faults {
  constructor() {
    this.errors = $('errors');
    this.warnings = $('panel-warnings');
    this.frameError = null;
    this.isGone = false;
    on('errors', () => this.draw());
    this.found = [];
    this.foundKey = '';
    this.loadSoon = debounced(() => this.load(), 700);
    on('job', () => { this.frameError = null; this.draw(); this.loadSoon(); });
    on('opened', () => { this.found = []; this.noteGone(); });
    on('jobs', () => this.noteGone());
    on('frame-failed', error => { this.frameError = error; this.draw(); });
    on('shown', () => { if (this.frameError) { this.frameError = null; this.draw(); } });
  }

  /** Notes whether the open file is still among the jobs. */
  noteGone() {
    const isGone = !!state.file && !!state.job && !state.jobs.some(job => job.file === state.file);
    if (isGone === this.isGone) return;
    this.isGone = isGone;
    if (isGone) player.outdate();
    else if (state.job) workspace.reload(true);
    this.draw();
  }

  draw() {
    const list = [...(this.isGone ? [this.ofFrame({ message: 'The file is no longer there: it was deleted or renamed. The last picture stays.' })] : []), ...state.errors, ...(this.frameError && !this.isGone ? [this.ofFrame(this.frameError)] : [])];
    const wasHidden = this.errors.hidden;
    this.errors.hidden = list.length === 0;
    $('picture').classList.toggle('is-stale', list.length > 0);
    fill(this.errors, ...list.map(d => this.item(d)));
    if (list.length && (wasHidden || this.lastMessage !== list[0].message)) say(`${list.length === 1 ? 'An error' : `${list.length} errors`}: ${list[0].message}`, true, true);
    this.lastMessage = list[0]?.message;
    this.drawWarnings();
  }

  /** Findings that take a while: contrast, overlaps, stages that leave the picture. */
  async load() {
    const { job } = state;
    if (!job) return;
    const { file, variant, revision } = job;
    const key = `${file}?${variant}!${revision}`;
    if (key === this.foundKey) return;
    this.foundKey = key;
    try {
      const { warnings } = await get('/api/warnings', { file, variant, revision });
      if (this.foundKey !== key) return;
      this.found = warnings;
      this.drawWarnings();
      emit('warnings');
    } catch {
      if (this.foundKey === key) this.foundKey = '';
    }
  }

  get allWarnings() {
    const seen = new Set();
    return [...(state.job?.warnings || []), ...this.found].filter(d => {
      const key = JSON.stringify([d.file, d.line, d.column, d.message]);
      return seen.has(key) ? false : seen.add(key);
    });
  }

  ofFrame({ message, body }) {
    return { severity: 'error', file: state.file, line: null, column: null, path: '', hint: null, excerpt: [], ...body, message: body?.message || body?.error || message };
  }

  drawWarnings() {
    const list = state.job ? this.allWarnings : [];
    fill(this.warnings, ...(list.length ? list.map(d => this.item(d)) : [h('p', { class: 'dim pad' }, state.job ? 'No warnings.' : '')]));
    const tab = document.querySelector('[data-tab="warnings"]');
    if (tab) tab.dataset.count = list.length || '';
  }

  item(d) {
    const place = d.line ? `${d.file || state.file}:${d.line}:${d.column ?? 1}` : d.file || state.file || '';
    const isHere = d.line && textPanel.isHere(d);
    const seconds = /\bat ([\d.]+) s\b/.exec(d.message)?.[1];
    const index = textPanel.isHere(d) ? this.stageOf(d.path) : -1;
    return h('article', { class: `fault-item ${d.severity}` },
      h('div', { class: 'fault-head' }, h('span', { class: `badge ${d.severity}` }, d.severity), isHere ? h('button', { type: 'button', class: 'link mono', onclick: () => textPanel.showLine(d.line, d.column) }, place) : h('span', { class: 'mono dim' }, place),
        seconds ? h('button', { type: 'button', class: 'link', onclick: () => { player.pause(); player.seek(Math.round(Number(seconds) * player.fps)); if (index >= 0) pickStage(index, false); } }, `Go to ${seconds} s`) : null),
      h('p', { class: 'fault-message' }, d.path ? h('span', { class: 'mono dim' }, `${d.path}: `) : null, d.message), d.hint ? h('p', { class: 'fault-hint' }, d.hint) : null,
      d.fix && !state.isReview ? h('div', { class: 'fault-fix' }, h('button', { type: 'button', 'aria-label': `Apply: ${d.fixText} at ${place}`, onclick: () => this.apply(d) }, `Apply ${d.fixText}`)) : null,
      d.excerpt?.length ? h('pre', { class: 'excerpt', tabindex: 0, role: 'region', 'aria-label': `Lines around ${place}` }, d.excerpt.map(({ line, text }) => h('div', { class: line === d.line ? 'is-here' : '' }, h('span', { class: 'n' }, line), text, line === d.line && d.column ? h('div', { class: 'caret', 'aria-hidden': 'true' }, h('span', { class: 'n' }), `${' '.repeat(Math.max(0, d.column - 1))}^`) : null))) : null);
  }

  /** Makes the correction, as a step to undo. */
  async apply(d) {
    if (await editor.editAll([d.fix], { label: `correcting ${d.path || 'the text'}` })) say(`${d.path ? `${d.path}: ` : ''}${d.fixText} now. ${keyName('mod Z')} takes it back`);
  }

  /** The innermost stage of a path such as `stages[2].parameters.color`. */
  stageOf(path) {
    if (!path || !state.job) return -1;
    let best = -1;
    state.job.stages.forEach((stage, n) => {
      if (!stage.file && (path === stage.path || path.startsWith(`${stage.path}.`)) && (best < 0 || stage.path.length > state.job.stages[best].path.length)) best = n;
    });
    return best;
  }
}
