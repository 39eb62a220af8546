/** Comments on the job at frames and places, with answers, and who approves it: in the panel, on the picture and on the timeline. */
class ReviewPanel {
  constructor() {
    this.page = $('panel-review');
    this.comments = [];
    this.verdicts = [];
    this.chosen = null;
    this.showsResolved = remembered('shows-resolved', false);
    /** The comment that is being written: `{ seconds, place, stage }`, or nothing. */
    this.draft = null;
    this.isPlacing = false;
    on('jobs', () => this.applyMode());
    on('opened', () => { Object.assign(this, { comments: [], verdicts: [], draft: null, chosen: null, isPlacing: false, revision: null }); this.draw(); this.load(); });
    on('job', () => { if (this.readDigest !== state.diskDigest) this.load(); this.drawMarks(); });
    on('shown', () => this.drawPins());
    on('playing', () => this.drawPins());
    on('time-view', () => this.drawMarks());
    $('frame-box').addEventListener('click', event => this.placed(event), true);
  }

  get name() { return remembered('reviewer', '') || state.user || ''; }
  get shown() { return this.comments.filter(c => this.showsResolved || !c.resolved); }
  get open() { return this.comments.filter(c => !c.resolved); }

  /** A review shows the job and what is said of it; nothing there changes the job. */
  applyMode() {
    if (!state.isReview || this.isApplied) return;
    this.isApplied = true;
    document.body.classList.add('is-review');
    for (const name of ReviewPanel.hiddenTabs) $(`tab-${name}`).hidden = true;
    showTab('review');
  }

  static hiddenTabs = ['stage', 'output', 'regress'];

  // The server

  changed({ file }) { if (file === state.file) this.load(); }

  async load() {
    const { file } = state;
    if (!file) return;
    this.readDigest = state.diskDigest;
    try {
      this.take(await get('/api/review', { file }));
    } catch (error) {
      if (file !== state.file) return;
      this.fault = error.status === 404 ? null : error.message;
      this.draw();
    }
  }

  take({ file, review, revision, path }) {
    if (file !== state.file) return;
    const entries = object => Object.entries(object || {});
    Object.assign(this, { fault: null, path, revision, comments: entries(review.comments).map(([id, c]) => ({ id, ...c })).sort((a, b) => a.seconds - b.seconds || a.time.localeCompare(b.time)), verdicts: entries(review.verdicts).map(([author, v]) => ({ author, ...v })) });
    this.draw();
  }

  async change(body) {
    const author = this.name;
    if (!author) { this.askName(() => this.change(body)); return false; }
    try {
      this.take(await post('/api/review', { file: state.file, author, ...body }));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  askName(then) {
    const field = h('input', { required: true, value: this.name, autocomplete: 'name', 'aria-label': 'Your name' });
    const take = () => { const name = field.value.trim(); if (!name) return; remember('reviewer', name); this.draw(); then?.(); };
    ask('Who are you?', [h('p', {}, 'Comments carry this name. The browser keeps it.'), field], [['Go on', take, true]]);
    field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); $('question').close(); take(); } });
    field.focus();
  }

  // Writing

  /** Begins a comment at the playhead. */
  begin(place = null, stage = null) {
    if (!state.job) return;
    player.pause();
    this.draft = { text: '', ...this.draft, seconds: rounded(player.frame / player.fps), place: place ?? this.draft?.place ?? null, stage: stage ?? this.draft?.stage ?? null };
    if (room.folded.panel) room.fold('panel');
    showTab('review');
    this.draw();
    this.page.querySelector('.composer textarea')?.focus();
  }

  /** In a review each click on the picture begins a comment there, else the one after "Place on the picture". */
  placed(event) {
    if (!state.job || player.isPlaying || event.target.closest('.pin') || !(state.isReview || this.isPlacing)) return;
    if (performance.now() - overlay.justDragged < 300) return;
    event.stopPropagation();
    this.isPlacing = false;
    const point = overlay.canvasPoint(event);
    const stage = state.job.stages[overlay.topmost(...point)]?.id ?? null;
    this.begin(point.map(v => rounded(v, 1)), stage);
    this.drawPins();
  }

  async send() {
    const { draft } = this, text = draft.text.trim();
    if (!text) return;
    const { seconds, place, stage } = draft;
    const ids = new Set(this.comments.map(c => c.id));
    if (!(await this.change({ add: seconds, text, place, stage, variant: state.variant || null }))) return;
    this.draft = null;
    this.chosen = this.comments.find(c => !ids.has(c.id))?.id ?? null;
    this.draw();
    say('The comment is kept');
  }

  composer() {
    if (!this.draft) return h('div', { class: 'panel-tools' }, h('button', { type: 'button', class: 'primary', title: 'Comment (C)', onclick: () => this.begin() }, icon('comment'), 'Comment at the playhead'), state.isReview ? h('span', { class: 'dim' }, 'or click on the picture') : null);
    const { draft } = this;
    const text = h('textarea', { rows: 3, required: true, 'aria-label': 'Comment', placeholder: 'What is to be said here?', value: draft.text, oninput: event => { draft.text = event.target.value; }, onkeydown: event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.send(); }
      if (event.key === 'Escape') { event.stopPropagation(); this.draft = null; this.draw(); this.drawPins(); }
    } });
    const where = draft.place ? `, ${draft.stage ? `on ${draft.stage} ` : ''}at ${draft.place.map(v => Math.round(v)).join(', ')}` : '';
    return h('form', { class: 'composer', onsubmit: event => { event.preventDefault(); this.send(); } },
      h('p', { class: 'dim' }, `${secondsText(draft.seconds, 2)}${where}`), text,
      h('div', { class: 'buttons' }, h('button', { type: 'button', 'aria-pressed': String(this.isPlacing), onclick: () => { this.isPlacing = true; say('Click on the picture'); this.draw(); } }, draft.place ? 'Another place' : 'Place on the picture'), h('div', { class: 'space' }),
        h('button', { type: 'button', onclick: () => { this.draft = null; this.isPlacing = false; this.draw(); this.drawPins(); } }, 'Cancel'), h('button', { class: 'primary', title: keyName('mod Enter') }, 'Comment')));
  }

  // The panel

  draw() {
    const tab = $('tab-review');
    if (tab) tab.dataset.count = this.open.length || '';
    const active = document.activeElement, key = this.page.contains(active) ? active.getAttribute('aria-label') : null;
    fill(this.page, ...(this.fault ? [h('p', { class: 'pad fault-message' }, this.fault)] : [this.head(), this.composer(), this.list()]));
    if (key) [...this.page.querySelectorAll('button, textarea, input')].find(e => e.getAttribute('aria-label') === key)?.focus({ preventScroll: true });
    this.drawPins();
    this.drawMarks();
  }

  head() {
    const own = this.verdicts.find(v => v.author === this.name);
    const isNow = v => v.revision === this.revision;
    const button = (verdict, text, symbol) => {
      const isOn = own?.verdict === verdict && isNow(own);
      return h('button', { type: 'button', 'aria-pressed': String(isOn), onclick: () => this.change({ verdict: isOn ? null : verdict }) }, icon(symbol), text);
    };
    return h('section', { class: 'verdicts', 'aria-label': 'Verdicts' },
      h('div', { class: 'row' }, button('approved', 'Approve', 'check'), button('changes', 'Ask for changes', 'pen'), h('div', { class: 'space' }),
        h('button', { type: 'button', class: 'link', title: 'Change the name', 'aria-label': `Your name: ${this.name || 'none'}`, onclick: () => this.askName() }, this.name || 'Your name …')),
      this.verdicts.length ? h('ul', {}, this.verdicts.map(v => h('li', {}, h('span', { class: `badge ${isNow(v) ? (v.verdict === 'approved' ? 'good' : 'warning') : ''}` }, v.verdict === 'approved' ? 'approved' : 'asks for changes'), h('b', {}, v.author), h('span', { class: 'dim' }, `${this.day(v.time)}${isNow(v) ? '' : ': an earlier version'}`)))) : null);
  }

  day(time) { const date = new Date(time); return Number.isNaN(date.getTime()) ? String(time) : date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }); }

  list() {
    const resolved = this.comments.length - this.open.length;
    const toggle = resolved ? h('label', { class: 'show-resolved' }, h('input', { type: 'checkbox', checked: this.showsResolved, onchange: event => { this.showsResolved = event.target.checked; remember('shows-resolved', this.showsResolved); this.draw(); } }), `Show ${resolved} resolved`) : null;
    if (!this.comments.length) return h('p', { class: 'dim pad' }, 'Nobody has said anything yet.');
    return h('div', { class: 'comments', role: 'group', 'aria-label': 'Comments' }, toggle, this.shown.map((c, n) => this.comment(c, n)));
  }

  comment(c, n) {
    const isOwn = c.author === this.name;
    const said = ({ author, time, text }) => [h('p', { class: 'said-by' }, h('b', {}, author), h('span', { class: 'dim' }, this.day(time))), h('p', { class: 'said' }, text)];
    const write = (label, text, run) => { this.writing = { id: c.id, label, text, run }; this.draw(); this.page.querySelector('.answer textarea')?.focus(); };
    const tools = [
      h('button', { type: 'button', class: 'quiet', 'aria-label': `Reply to comment ${n + 1}`, onclick: () => write('Reply', '', text => this.change({ reply: c.id, text })) }, 'Reply'),
      h('button', { type: 'button', class: 'quiet', 'aria-label': `${c.resolved ? 'Reopen' : 'Resolve'} comment ${n + 1}`, onclick: () => this.change({ resolve: c.id, resolved: !c.resolved }) }, c.resolved ? 'Reopen' : 'Resolve'),
      isOwn ? h('button', { type: 'button', class: 'quiet', 'aria-label': `Edit comment ${n + 1}`, onclick: () => write('Change', c.text, text => this.change({ edit: c.id, text })) }, 'Edit') : null,
      isOwn ? h('button', { type: 'button', class: 'quiet', 'aria-label': `Delete comment ${n + 1}`, onclick: () => this.change({ remove: c.id }) }, 'Delete') : null,
    ];
    const where = c.variant && c.variant !== state.variant ? ` in ${c.variant}` : '';
    return h('article', { class: `comment${c.id === this.chosen ? ' is-chosen' : ''}${c.resolved ? ' is-resolved' : ''}`, dataset: { comment: c.id }, 'aria-label': `Comment ${n + 1} by ${c.author}` },
      h('div', { class: 'row' }, h('span', { class: 'number' }, n + 1), h('button', { type: 'button', class: 'link mono', title: 'Show the frame', 'aria-label': `Show comment ${n + 1}, at ${secondsText(c.seconds, 2)}`, onclick: () => this.show(c) }, secondsText(c.seconds, 2)), c.stage ? h('span', { class: 'dim' }, `on ${c.stage}${where}`) : h('span', { class: 'dim' }, where), h('div', { class: 'space' }), c.resolved ? h('span', { class: 'badge good' }, `resolved by ${c.resolved.author}`) : null),
      said(c), (c.replies || []).map(r => h('div', { class: 'reply' }, said(r))), this.writing?.id === c.id ? this.answer() : h('div', { class: 'row tools' }, tools));
  }

  answer() {
    const { writing } = this, close = () => { this.writing = null; this.draw(); };
    const send = async () => { const text = writing.text.trim(); if (text && (await writing.run(text))) close(); };
    return h('form', { class: 'answer', onsubmit: event => { event.preventDefault(); send(); } },
      h('textarea', { rows: 2, required: true, 'aria-label': writing.label, value: writing.text, oninput: event => { writing.text = event.target.value; }, onkeydown: event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(); } if (event.key === 'Escape') { event.stopPropagation(); close(); } } }),
      h('div', { class: 'buttons' }, h('button', { type: 'button', onclick: close }, 'Cancel'), h('button', { class: 'primary' }, writing.label)));
  }

  /** Goes to a comment's frame. */
  show(c) {
    this.chosen = c.id;
    player.pause();
    player.seek(clamp(Math.round(c.seconds * player.fps), 0, player.frames - 1));
    showTab('review');
    this.draw();
    this.page.querySelector('.comment.is-chosen')?.scrollIntoView({ block: 'nearest' });
  }

  // On the picture and on the timeline

  /** Comments of this moment, a third of a second each way. */
  drawPins() {
    const layer = $('pins');
    if (!state.job || player.isPlaying) return fill(layer);
    const { width, height } = state.job.canvas, now = player.frame / player.fps;
    const style = place => `left:${(place[0] / width) * 100}%;top:${(place[1] / height) * 100}%`;
    fill(layer, this.shown.map((c, n) => (Array.isArray(c.place) && Math.abs(c.seconds - now) < 0.34 ? h('button', { type: 'button', class: `pin${c.resolved ? ' is-resolved' : ''}${c.id === this.chosen ? ' is-chosen' : ''}`, style: style(c.place), title: `${c.author}: ${c.text}`, 'aria-label': `Comment ${n + 1} by ${c.author}: ${c.text}`, onclick: event => { event.stopPropagation(); this.show(c); } }, n + 1) : null)),
      this.draft?.place ? h('span', { class: 'pin is-draft', style: style(this.draft.place), 'aria-hidden': 'true' }, '+') : null);
  }

  drawMarks() {
    if (!state.job) return fill($('review-marks'));
    fill($('review-marks'), this.shown.map((c, n) => h('button', { type: 'button', tabindex: -1, class: `review-mark${c.resolved ? ' is-resolved' : ''}`, style: `left:${timeView.percent(c.seconds)}`, title: `${c.author}: ${c.text}`, 'aria-label': `Comment ${n + 1} at ${secondsText(c.seconds, 2)}`, onpointerdown: event => event.stopPropagation(), onclick: () => this.show(c) })));
  }

  step(direction) {
    const list = this.shown, at = list.findIndex(c => c.id === this.chosen);
    if (!list.length) return say('There are no comments');
    return this.show(list[at < 0 ? (direction > 0 ? 0 : list.length - 1) : (at + direction + list.length) % list.length]);
  }

  actions() {
    return [['Review', 'Comment at the playhead', 'C', () => this.begin()], ['Review', 'Next comment', 'N', () => this.step(1)], ['Review', 'Previous comment', 'shift N', () => this.step(-1)],
      ['Review', 'Approve', '', () => { showTab('review'); this.change({ verdict: 'approved' }); }], ['Review', 'Ask for changes', '', () => { showTab('review'); this.change({ verdict: 'changes' }); }], ['Review', 'Your name …', '', () => this.askName()]];
  }
}
