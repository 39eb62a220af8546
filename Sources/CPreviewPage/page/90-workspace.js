/** The job that is open, and what the server tells of it. */
class Workspace {
  constructor() {
    this.turn = 0;
    this.drafts = new Map();
    this.loadStateSoon = debounced(() => this.loadState().catch(showError), 150);
    this.reloadSoon = debounced(() => this.reloadWhenIdle(), 40);
    this.loadDigestsSoon = debounced(source => this.loadDigests(source), 120);
    this.loadSoundSoon = debounced(() => this.loadSound(), 400);
    this.writeHash = debounced(() => this.replaceHash(), 200);
    $('to-jobs').addEventListener('click', () => this.showList());
    window.addEventListener('popstate', () => this.followHash());
    on('frame', () => this.writeHash());
    on('stale', () => this.reloadSoon());
    on('text', () => this.keepDraft());
  }

  async begin() {
    await this.loadState();
    get('/api/easings').then(({ curves }) => { state.curves = curves; }).catch(() => {});
    this.listen();
    const file = new URLSearchParams(location.search).get('job');
    if (location.hash.includes('job=')) return this.followHash();
    if (file) return this.open(this.known(file), this.firstVariant(this.known(file)), { isStep: false });
    this.showList(true);
  }

  /** A job as the listing spells it. */
  known(file) { return state.jobs.find(job => job.file === file || job.file.endsWith(`/${file}`))?.file || file; }
  firstVariant(file) { return state.jobs.find(job => job.file === file)?.variants[0]?.id || ''; }

  async loadState() {
    const answer = await get('/api/state');
    Object.assign(state, { session: state.session ?? answer.session, folder: answer.folder, user: answer.git?.user || null, isReview: !!answer.isReview, jobs: answer.jobs.map(job => this.completed(job)) });
    emit('jobs');
  }

  /** A job that is wrong, or not read yet, says less of itself. */
  completed(job) {
    const name = job.file.split('/').at(-1).replace(/\.json$/, '');
    return { name, variants: [], outputs: [], errors: [], warnings: [], width: 0, height: 0, frames: 0, hasSound: false, isDraft: false, ...job };
  }

  // Events

  listen() {
    const actions = {
      hello: ({ session }) => this.greeted(session),
      jobs: () => this.loadStateSoon(),
      review: event => review.changed(event),
      job: event => { this.jobChanged(event); this.loadStateSoon(); },
      render: event => output.take(event),
      regress: event => regress.take(event),
      lost: () => {
        if (!this.isLost) say('The server does not answer', true);
        this.isLost = true;
        document.body.classList.add('is-lost');
      },
      refused: () => ask('Another preview answers here', [h('p', {}, 'The one that this page belongs to has ended, and another one has its address. Open the address that it has printed.'),
        h('p', {}, state.isDraft ? `The unsaved changes of ${state.file} are kept, and are there too.` : 'Everything that was changed here is in the files, or kept and there too.')], []),
    };
    new SharedEvents(Object.keys(actions), (name, detail) => actions[name](detail));
  }

  /** The file may have changed below a draft: then the revision stays. */
  jobChanged({ file, revision }) {
    if (file !== state.file || (revision === state.revision && (!state.isDraft || editor.isSending))) return;
    if (revision !== state.revision) player.outdate();
    this.reloadSoon();
  }

  /** Everything that happened in between is read again. After a restart the server knows no more than
   * the drafts that it answered for. */
  async greeted(session) {
    const wasLost = this.isLost, isOther = state.session !== null && session !== state.session;
    state.session = session;
    if (isOther) for (const draft of this.drafts.values()) await post('/api/draft', draft).catch(showError);
    this.isLost = false;
    document.body.classList.remove('is-lost');
    if (!wasLost && !isOther) return;
    say(isOther ? 'The server was restarted' : 'Connected again');
    frameLoader.forget();
    await this.loadState().catch(showError);
    if (state.file) await this.reload(true);
  }

  keepDraft(file = state.file, { part, text, isDraft } = state) {
    if (!file) return;
    const key = part ? sources.path(part, file) : file;
    if (!isDraft) this.drafts.delete(key);
    else if (typeof text === 'string') this.drafts.set(key, { file, ...(part ? { part } : {}), text });
  }

  // Opening

  showList(isFirst = false) {
    this.finishTyping();
    if (!isFirst) history.pushState(null, '', this.urlWith(''));
    variants.close();
    delivered.off();
    player.pause();
    $('list-view').hidden = false;
    $('work-view').hidden = true;
    $('document-tools').hidden = $('view-tools').hidden = $('full').hidden = true;
    $('to-jobs').hidden = true;
    state.file = null;
    state.job = null;
    editor.useFile(null);
    $('title').textContent = 'Preview';
    variants.draw();
    this.loadStateSoon();
  }

  /** Typed text goes to the file in which it was typed. */
  finishTyping() {
    flushTyped();
    textPanel.flush();
    textPanel.sending = null;
  }

  async open(file, variant = '', { keepsFrame = false, frame = null, isStep = true } = {}) {
    const isOther = file !== state.file;
    if (isOther) this.finishTyping();
    const seconds = player.seconds;
    const isSameView = keepsFrame && !isOther;
    this.showWork();
    if (!isSameView) { variants.close(); delivered.off(); }
    if (isOther || variant !== state.variant) this.leave(isOther);
    Object.assign(state, { file, variant });
    if (isOther) { sources.all.clear(); editor.useFile(file); }
    this.wantedFrame = frame;
    this.wantedSeconds = isSameView ? seconds : null;
    if (isOther && isStep) history.pushState(null, '', this.urlWith(this.hash(frame ?? 0)));
    emit('opened');
    await this.reload(true);
  }

  leave(isOtherFile) {
    $('player').classList.add('is-empty');
    const wasPlaying = player.isPlaying;
    player.clear();
    if (isOtherFile) { player.frame = 0; state.stage = -1; state.text = ''; state.baseText = null; }
    Object.assign(state, { job: null, revision: null, errors: [], values: null });
    this.resumes = wasPlaying && !isOtherFile;
    emit('errors');
  }

  showWork() {
    $('list-view').hidden = true;
    $('work-view').hidden = false;
    $('document-tools').hidden = $('view-tools').hidden = $('full').hidden = false;
    $('to-jobs').hidden = false;
  }

  async reloadWhenIdle() {
    if (this.isLost) return;
    if (editor.isSending) return this.reloadSoon();
    await this.reload();
  }

  /** Reads the job again; the playhead, the range and the picked stage stay. Ends once the newest reading has ended. */
  reload(isForced = false) {
    const reading = this.reloadNow(isForced).then(() => (this.newest === reading ? undefined : this.newest));
    this.newest = reading;
    return reading;
  }

  async reloadNow(isForced) {
    const { file, variant } = state;
    if (!file) return;
    this.turn += 1;
    const { turn } = this;
    try {
      const job = await get('/api/job', { file, variant });
      for (const stage of job.stages) stage.start ??= 0;
      sources.mark(job);
      if (turn === this.turn) this.take(job, isForced);
    } catch (error) {
      if (turn !== this.turn) return;
      if (error.status === 422) this.takeErrors(error.body);
      else if (error.status === 404 && variant && (await this.leaveVariant(file, variant))) return;
      else if (error.status === 404 && state.job) { this.loadStateSoon(); say(`${file} is gone`, true); }
      else showError(error);
    }
  }

  /** Shows another variant where the one that was shown is no longer there; tells whether that is so. */
  async leaveVariant(file, variant) {
    await this.loadState();
    const all = state.jobs.find(job => job.file === file)?.variants ?? [];
    if (!all.length || all.some(v => v.id === variant) || file !== state.file) return false;
    await this.open(file, this.firstVariant(file), { keepsFrame: true });
    return true;
  }

  take(job, isForced) {
    const old = state.job;
    $('player').classList.remove('is-empty');
    // An edit that changes nothing leaves the revision as it was.
    const isOther = !old || old.revision !== job.revision || isForced || !!player.source?.isOutdated;
    const picked = old?.stages[state.stage]?.id;
    // Without a choice the first variant is shown.
    if (!state.variant) state.variant = job.variant ?? '';
    Object.assign(state, { job, revision: job.revision, errors: [], text: job.text, isDraft: job.isDraft, diskDigest: job.diskDigest, isUTF8: job.isUTF8 });
    editor.noteDisk(job.diskChanged);
    sources.take(job.sources);
    const found = picked === undefined ? state.stage : job.stages.findIndex(s => s.id === picked);
    state.stage = found < job.stages.length ? found : -1;
    $('title').textContent = job.name || job.file;
    $('title').title = job.file;
    if (isOther) this.setSource(job, !old);
    this.keepDraft();
    emit('errors');
    emit('job');
    this.writeHash();
  }

  setSource(job, isFirst) {
    const source = new FrameSource(job, null, structure.solo);
    source.waitsUntil = isFirst ? 0 : performance.now() + 1200;
    if (isFirst && this.wantedFrame !== null && this.wantedFrame !== undefined) player.frame = this.wantedFrame;
    if (isFirst && this.wantedSeconds !== null) player.frame = Math.round(this.wantedSeconds * job.fps);
    if (isFirst) player.isLooping = remembered('loops', true);
    player.setSource(source, job.fps);
    if (isFirst && this.resumes) player.play(1);
    this.loadDigestsSoon(source);
    this.loadSoundSoon();
  }

  takeErrors({ errors = [], text, revision, isDraft, diskDigest, diskChanged, isUTF8 = true, sources: list }) {
    state.errors = errors;
    player.outdate();
    state.revision = revision ?? state.revision;
    if (text !== undefined) Object.assign(state, { text, isUTF8 });
    if (isDraft !== undefined) state.isDraft = isDraft;
    if (diskDigest) state.diskDigest = diskDigest;
    editor.noteDisk(diskChanged);
    if (list) sources.take(list);
    const summary = state.jobs.find(job => job.file === state.file);
    if (!state.job) $('title').textContent = summary?.name || state.file;
    if (!state.job && state.tab !== 'text') showTab('text');
    this.keepDraft();
    editor.showState();
    emit('errors');
    emit('text');
  }

  async loadDigests(source) {
    try {
      const { digests } = await get('/api/digests', { file: source.file, variant: source.variant, revision: source.revision, solo: source.solo });
      if (source !== player.source) return;
      source.learn(digests, frameCache);
      player.shownKey = '';
      emit('digests');
      emit('ready');
      player.refresh();
    } catch (error) {
      source.waitsUntil = 0;
      if (error.status === 409 && source === player.source) this.reloadSoon();
      if (source === player.source) player.refresh();
    }
  }

  loadSound() {
    const { job } = state;
    if (!job) return;
    const summary = state.jobs.find(j => j.file === job.file);
    sound.load(job, summary?.hasSound || job.sounds?.length > 0);
  }

  // The address

  hash(frame = player.frame) {
    const parts = new URLSearchParams({ job: state.file });
    if (state.variant) parts.set('variant', state.variant);
    parts.set('frame', frame);
    return parts.toString().replaceAll('%2F', '/');
  }

  urlWith(hash) { return `${location.pathname}${location.search}${hash ? `#${hash}` : ''}`; }

  replaceHash() { if (state.file) history.replaceState(null, '', this.urlWith(this.hash())); }

  async followHash() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const file = parts.get('job');
    if (!file) return this.showList(true);
    const frame = Number(parts.get('frame')) || 0;
    const known = this.known(file);
    const variant = parts.get('variant') ?? this.firstVariant(known);
    if (known === state.file && variant === state.variant) return player.seek(frame);
    await this.open(known, variant, { frame, isStep: false });
  }
}

// Panels

function pickStage(index, showsForm, keepsOthers = false) {
  if (!keepsOthers) selection.others.clear();
  state.stage = index;
  emit('stage');
  if (showsForm) showTab('stage');
}

function showTab(name) {
  if (state.isReview && ReviewPanel.hiddenTabs.includes(name)) name = 'review';
  state.tab = name;
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isChosen = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    $(`panel-${tab.dataset.tab}`).hidden = !isChosen;
    if (isChosen) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  emit('tab', name);
}

function makeTabs() {
  const list = document.querySelector('[role=tablist]');
  const pages = [...document.querySelectorAll('.page')];
  const tabs = pages.map(page => {
    const name = page.id.replace('panel-', '');
    page.setAttribute('aria-labelledby', `tab-${name}`);
    return h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': page.id, dataset: { tab: name }, 'aria-label': page.dataset.title, title: page.dataset.title, onclick: () => showTab(name) }, icon(page.dataset.symbol), h('span', {}, page.dataset.title));
  });
  list.append(...tabs);
  list.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    showTab(next.dataset.tab);
    next.focus();
  });
}
