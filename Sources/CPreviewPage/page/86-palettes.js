/** A list that is searched by words and chosen from by keys or the pointer. */
class SearchList {
  constructor(name) {
    this.dialog = $(name);
    this.search = $(`${name}-search`);
    this.list = $(`${name}-list`);
    this.search.addEventListener('input', () => this.filter());
    this.dialog.addEventListener('keydown', event => this.key(event));
    this.dialog.addEventListener('pointerdown', event => { if (event.target === this.dialog) this.dialog.close(); });
    this.all = [];
    this.shown = [];
    this.index = 0;
  }

  show(all, text = '') {
    this.all = all;
    this.search.value = text;
    this.filter();
    if (!this.dialog.open) this.dialog.showModal();
    this.search.focus();
    this.opened();
  }

  opened() {}

  /** All words occur; names that begin with the first come before others. */
  filter() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const rank = item => (!words.length ? 0 : item.name.toLowerCase().startsWith(words[0]) ? 0 : item.name.toLowerCase().includes(words[0]) ? 1 : 2);
    this.shown = this.all.filter(item => words.every(word => item.text.toLowerCase().includes(word))).map((item, n) => [item, n]).sort(([a, n], [b, m]) => rank(a) - rank(b) || n - m).map(([item]) => item);
    fill(this.list, this.shown.length ? this.shown.map((item, n) => this.option(item, n)) : [h('li', { class: 'is-empty', role: 'presentation' }, 'Nothing has this name.')]);
    this.choose(0);
  }

  option(item, n) {
    return h('li', { role: 'option', id: `${this.list.id}-${n}`, 'aria-selected': 'false', dataset: { name: item.name }, onclick: () => this.run(n), onpointermove: () => { if (n !== this.index) this.choose(n, false); } }, this.content(item));
  }

  choose(n, scrolls = true) {
    if (!this.shown.length) return this.search.removeAttribute('aria-activedescendant');
    this.index = clamp(n, 0, this.shown.length - 1);
    [...this.list.children].forEach((li, i) => li.setAttribute('aria-selected', String(i === this.index)));
    this.search.setAttribute('aria-activedescendant', `${this.list.id}-${this.index}`);
    if (scrolls) this.list.children[this.index].scrollIntoView({ block: 'nearest' });
  }

  /** The number of options in a row. */
  get columns() {
    const [first] = this.list.children;
    return Math.max(1, [...this.list.children].filter(li => li.offsetTop === first.offsetTop).length);
  }

  key(event) {
    event.stopPropagation();
    const { columns } = this;
    const steps = { ArrowDown: columns, ArrowUp: -columns, PageDown: columns * 6, PageUp: -columns * 6, ...(columns > 1 && !this.search.value ? { ArrowLeft: -1, ArrowRight: 1 } : {}) };
    if (steps[event.key]) { event.preventDefault(); this.choose(this.index + steps[event.key]); }
    if (event.key === 'Enter') { event.preventDefault(); this.run(this.index); }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') { event.preventDefault(); this.dialog.close(); }
  }

  run(n) {
    const item = this.shown[n];
    if (!item) return;
    this.dialog.close();
    item.run();
  }
}

/** The kinds of stages, with pictures. */
class StagePalette extends SearchList {
  constructor() {
    super('stages');
    this.pictures = new Map();
    this.loading = 0;
    this.list.addEventListener('scroll', () => this.load());
    // Connections are left for frames and edits.
    this.dialog.addEventListener('close', () => { for (const image of this.pictures.values()) if (!image.isThere) { image.removeAttribute('src'); image.isAsked = false; } this.loading = 0; });
  }

  filter() {
    super.filter();
    this.load();
  }

  opened() { this.load(); }

  /** A kind's picture, made once. */
  picture(kind) {
    const key = `${kind.isPiece ? 'piece ' : ''}${kind.name}`;
    if (this.pictures.has(key)) return this.pictures.get(key);
    const image = h('img', { alt: '' });
    const end = () => { image.isThere = true; this.loading = Math.max(0, this.loading - 1); this.load(); };
    image.addEventListener('load', end);
    image.addEventListener('error', () => { if (image.isAsked) { image.isWrong = true; image.parentNode?.replaceChildren(kind.name[0].toUpperCase()); end(); } });
    this.pictures.set(key, image);
    return image;
  }

  /** Asks for the pictures that are in sight, two at a time. */
  load() {
    const bottom = this.list.getBoundingClientRect().bottom;
    for (const { kind } of this.shown) {
      const image = this.pictures.get(`${kind.isPiece ? 'piece ' : ''}${kind.name}`);
      if (this.loading >= 2 || !this.dialog.open) return;
      if (!image || image.isAsked || image.getBoundingClientRect().top > bottom) continue;
      image.isAsked = true;
      this.loading += 1;
      image.src = kind.isPiece ? address('/api/poster', { template: kind.name }) : address('/api/stage-picture', { stage: kind.name });
    }
  }

  async open() {
    if (!state.job || !state.isUTF8) return say('Open a job without errors first', true);
    try {
      this.pieces ??= (await get('/api/templates')).templates.filter(t => t.isPiece).map(t => ({ name: t.name, summary: t.summary, inputs: [], isPiece: true }));
      const kinds = await structure.kindList();
      this.show([...kinds, ...this.pieces].map(kind => ({ name: kind.name, text: `${kind.name} ${kind.summary}`, kind, run: () => (kind.isPiece ? structure.addPiece(kind.name) : structure.add(kind.name)).catch(showError) })));
    } catch (error) {
      showError(error.status === 404 ? new Error('This program cannot tell its stages: it is older than the page') : error);
    }
    return undefined;
  }

  content({ kind }) {
    const image = this.picture(kind);
    const picture = h('span', { class: 'stage-picture', 'aria-hidden': 'true' }, image.isWrong ? kind.name[0].toUpperCase() : image);
    const inputs = kind.inputs.filter(i => !i.optional).map(i => i.name);
    return [picture, h('b', {}, kind.isPiece ? `${kind.name} (piece)` : kind.name), h('span', { class: 'line' }, kind.summary), inputs.length ? h('span', { class: 'takes' }, `takes ${inputs.join(', ')}`) : null];
  }
}

/** All that can be done, by name. */
class Commands extends SearchList {
  constructor() {
    super('commands');
    $('commands-button').addEventListener('click', () => this.open());
  }

  open() { this.show(this.actions().map(([group, name, key, run]) => ({ group, name, key, text: `${group} ${name}`, run }))); }

  content({ group, name, key }) { return [h('span', { class: 'group' }, group), h('span', {}, name), key ? h('kbd', {}, keyName(key)) : null]; }

  actions() {
    if (!state.job) return this.jobs();
    const click = id => () => $(id).click();
    const stage = state.job.stages[state.stage];
    const meant = selection.isSeveral ? `${selection.stages.length} stages` : stage?.id;
    const own = stage && !stage.file ? [
      ['Stage', `Rename ${stage.id} …`, 'F2', () => structure.rename()], ['Stage', `Duplicate ${meant}`, 'mod D', () => structure.duplicate()],
      ['Stage', `${structure.isHidden(stage) ? 'Show' : 'Hide'} ${meant}`, 'H', () => structure.toggleHidden()],
      ['Stage', structure.solo === stage.id ? 'Show all stages' : `Show ${stage.id} alone`, 'S', () => structure.toggleSolo()],
      ['Stage', `${structure.isLocked(stage) ? 'Unlock' : 'Lock'} ${stage.id}`, 'shift L', () => structure.toggleLocked()],
      ['Stage', `Draw ${stage.id} earlier`, 'alt ↑', () => structure.step(-1)], ['Stage', `Draw ${stage.id} later`, 'alt ↓', () => structure.step(1)],
      ['Stage', `Group ${meant}`, 'mod G', () => structure.group().catch(showError)],
      ...(stage.stage === 'group' ? [['Stage', `Ungroup ${stage.id}`, 'mod shift G', () => structure.ungroup().catch(showError)]] : []),
      ['Stage', `Split ${stage.id} at the playhead`, 'B', () => structure.split().catch(showError)],
      ['Stage', `Delete ${meant}`, 'del', () => structure.remove()],
      ['Stage', `Start ${stage.id} at the playhead`, '', () => bars.nudge('move', player.frame - Math.round(stage.start * player.fps))],
      ['Stage', `End ${stage.id} at the playhead`, '', () => bars.nudge('end', player.frame - Math.round((stage.end ?? state.job.seconds) * player.fps))],
      ['Stage', `Center ${stage.id} on the canvas`, '', () => mover.center()],
    ] : [];
    const heard = state.job.sounds.filter(s => s.isOwn && !soundBars.fixed(s)).flatMap(s => [
      ...(s.starts.length ? [['Sound', `Start ${s.id} at the playhead`, '', () => soundBars.nudge(s, 'move', player.frame / player.fps - s.starts[0])]] : []), ['Sound', `Delete ${s.id}`, '', () => soundBars.remove(s)]]);
    const toggles = [['outlines', 'Outlines of stages'], ['safe', 'Safe area'], ['thirds', 'Thirds'], ['onion', 'Onion skin'], ['loupe', 'Loupe']];
    const tabs = [...document.querySelectorAll('[role=tab]')].map(tab => ['Panel', tab.textContent, '', () => { if (room.folded.panel) room.fold('panel'); showTab(tab.dataset.tab); tab.focus(); }]);
    return [
      ['Stage', 'Add a stage …', 'A', () => stagePalette.open()], ['Stage', 'Add files …', 'shift A', () => addedFiles.choose()], ...own, ...heard,
      ['Edit', 'Undo', 'mod Z', () => editor.undo()], ['Edit', 'Redo', 'mod shift Z', () => editor.redo()], ['Edit', 'Save', 'mod S', () => editor.save()], ['Edit', 'Discard changes', '', click('discard')],
      ['Play', player.isPlaying ? 'Pause' : 'Play', 'space', () => player.toggle()], ['Play', 'First frame', 'Home', () => player.seek(player.first)], ['Play', 'Last frame', 'End', () => player.seek(player.last)],
      ['Play', 'Previous moment', ',', () => timeline.jump(-1)], ['Play', 'Next moment', '.', () => timeline.jump(1)], ['Play', 'In point here', 'I', click('in')], ['Play', 'Out point here', 'O', click('out')], ['Play', 'Clear in and out', 'shift I', () => player.setRange(null, null)], ['Play', 'Loop', '\\', () => player.setLooping(!player.isLooping)],
      ['View', 'Full screen', 'F', () => room.toggleFull()], ['View', 'Fit the picture', '0', () => player.setZoom('fit')], ['View', 'Zoom in', '+', () => player.stepZoom(1)], ['View', 'Zoom out', '−', () => player.stepZoom(-1)],
      ['View', `${room.folded.panel ? 'Unfold' : 'Fold'} the panel`, 'P', () => room.fold('panel')], ['View', `${room.folded.time ? 'Unfold' : 'Fold'} the timeline`, 'T', () => room.fold('time')],
      ...toggles.map(([id, name]) => ['View', `${name}: ${isPressed(id) ? 'off' : 'on'}`, '', click(id)]),
      ['Timeline', 'Zoom in', '>', () => timeView.zoom(0.5)], ['Timeline', 'Zoom out', '<', () => timeView.zoom(2)], ['Timeline', graphEditor.isOpen ? 'Rows of stages' : 'Graph editor', 'G', () => graphEditor.toggle()], ...(graphEditor.isOpen ? [['Keyframes', 'Add one at the playhead', '', () => graphEditor.edits.add().catch(showError)], ['Keyframes', 'Copy the picked ones', 'mod C', () => graphEditor.edits.copy()], ['Keyframes', 'Paste at the playhead', 'mod V', () => graphEditor.edits.paste().catch(showError)], ['Keyframes', 'Delete the picked ones', 'del', () => graphEditor.edits.remove()]] : []),
      ['Timeline', 'Show all of it', 'Z', () => timeView.fit(true)], ['Timeline', 'What it shows', '', () => rows.toggleLegend()],
      ...tabs, ['Job', 'Render', '', () => { showTab('output'); $('render')?.click(); }], ['Job', 'All jobs', '', click('to-jobs')], ['Help', 'Keys', '?', () => keys.showHelp()],
      ...(stage ? state.job.stages.map((s, n) => [selection.has(n) ? 'Drop' : 'Pick', `${selection.has(n) ? s.id : `${s.id} as well`}`, '', () => selection.toggle(n)]) : []),
      ...review.actions(),
      ...state.job.stages.map((s, n) => ['Pick', s.id, '', () => pickStage(n, true)]), ...this.jobs(),
    ];
  }

  jobs() { return state.jobs.map(job => ['Open', job.name || job.file, '', () => workspace.open(job.file, job.variants[0]?.id || '')]); }
}
