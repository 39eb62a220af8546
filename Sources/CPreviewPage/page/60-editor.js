/** Edits in order, undo and redo. */
class Editor extends Saving {
  constructor() {
    super();
    /** Steps with the texts before and after: the job's, and in `parts` those of other files by their names. */
    this.undoSteps = [];
    this.redoSteps = [];
    this.openStep = null;
    this.turning = null;
    /** Edits that wait, in order. */
    this.pending = [];
    this.isSending = false;
    this.sending = Promise.resolve(true);
    this.saving = Promise.resolve();
    /** Counts the edits, so that those made during a save are known. */
    this.changes = 0;
    this.afterDrag = null;
    this.lastPath = '';
    this.lastTime = 0;
    $('undo').addEventListener('click', () => this.undo());
    $('redo').addEventListener('click', () => this.redo());
    $('save').addEventListener('click', () => this.save());
    $('discard').addEventListener('click', () => this.discard());
    $('conflict-cancel').addEventListener('click', () => $('conflict').close());
    $('conflict-disk').addEventListener('click', () => this.takeDisk());
    $('conflict-mine').addEventListener('click', () => { $('conflict').close(); this.save(this.conflict); });
    on('job', () => this.showState());
  }

  /** Each file has its own steps to undo. */
  useFile(file) {
    this.steps ??= new Map();
    if (!this.steps.has(file)) this.steps.set(file, { undo: [], redo: [] });
    this.undoSteps = this.steps.get(file).undo;
    this.redoSteps = this.steps.get(file).redo;
    // An edit that waits goes to its own file.
    this.pending = [];
    this.openStep = null;
    this.lastPath = '';
    this.showState();
  }

  // Edits

  /** Sets a value; while a drag goes on, the newest one waits for the one that is under way. */
  edit(path, value, { isDrag = false, remove = false } = {}) {
    this.begin(path, isDrag);
    this.queue(remove ? { path, remove: true } : { path, value });
    return this.send();
  }

  /** Makes several edits, also of the order and the names of stages, as one step to undo. */
  editAll(edits, { isDrag = false, label = '', key = null } = {}) {
    if (!edits.length) return Promise.resolve(true);
    // An edit of more than a value is a step of its own.
    const own = edits.every(e => 'value' in e) ? edits.map(e => e.path).join() : Symbol('step');
    this.begin(key ?? own, isDrag, label);
    for (const edit of edits) this.queue(edit);
    return this.send();
  }

  /** A newer value of a path takes the place of one that waits, unless what came between has moved it. */
  queue(edit) {
    const isValue = e => 'value' in e;
    const old = isValue(edit) ? this.pending.findLastIndex(e => e.path === edit.path) : -1;
    if (old >= 0 && this.pending.slice(old).every(isValue)) this.pending.splice(old, 1);
    this.pending.push(edit);
  }

  remove(path) { return this.edit(path, null, { remove: true }); }

  /** A drag, or typing in one field, is one step to undo. */
  begin(path, isDrag, label = '') {
    this.changes += 1;
    const now = performance.now();
    const goesOn = path === this.lastPath && (isDrag ? this.isDragging : now - this.lastTime < 900);
    if (!goesOn || !this.openStep) this.pushStep(label);
    this.isDragging = isDrag;
    this.lastPath = path;
    this.lastTime = now;
  }

  /** A step is known by its texts; the one after is that which the last answer brings. */
  pushStep(label = '') {
    this.openStep = { before: state.text, after: state.text, parts: new Map(), label };
    this.undoSteps.push(this.openStep);
    if (this.undoSteps.length > 5000) this.undoSteps.shift();
    this.redoSteps.length = 0;
  }

  endDrag(then) {
    this.isDragging = false;
    this.lastPath = '';
    this.afterDrag = then || null;
    if (!this.isSending) this.finishDrag();
  }

  finishDrag() {
    const then = this.afterDrag;
    this.afterDrag = null;
    then?.();
  }

  /** Sends what waits, after what is under way; tells whether all of it was taken. */
  send() {
    if (state.isReview) {
      this.pending.length = 0;
      if (this.openStep) this.drop(this.openStep);
      say(structure.obstacle, true);
      return Promise.resolve(false);
    }
    if (!this.isSending && this.pending.length) this.sending = this.sendAll();
    return this.sending;
  }

  async sendAll() {
    this.isSending = true;
    const { file } = state, { pending } = this;
    let isTaken = true;
    while (pending.length) {
      const step = this.openStep, groups = this.grouped(pending.splice(0));
      if (file === state.file) player.outdate();
      try {
        for (const { part, edits } of groups) {
          const answer = await post('/api/edit', { file, part, edits });
          const doc = part && file === state.file ? sources.get(part) : part ? { part } : state;
          this.noteAnswer(step, doc, answer, true);
          if (file === state.file) this.take(answer, doc);
          else workspace.keepDraft(file, { part, ...answer });
        }
        if (step && !this.isChanged(step) && !this.isDragging) this.drop(step);
        await workspace.reload();
      } catch (error) {
        isTaken = false;
        if (step && !this.isChanged(step)) this.drop(step);
        showError(error);
        await workspace.reload(true);
      }
    }
    this.isSending = false;
    this.showState();
    if (!this.isDragging) this.finishDrag();
    this.send();
    return isTaken;
  }

  /** Edits that follow each other in one file go together, with paths in that file. */
  grouped(edits) {
    const groups = [];
    for (const edit of edits) {
      const { part, path } = sources.split(edit.path), last = groups.at(-1), own = path === undefined ? edit : { ...edit, path };
      last?.part === part ? last.edits.push(own) : groups.push({ part, edits: [own] });
    }
    return groups;
  }

  isChanged(step) { return step.before !== step.after || [...step.parts.values()].some(p => p.before !== p.after); }

  /** Notes what a step has made of a file; of another file than the job's says so once. */
  noteAnswer(step, { part }, { was, text, users }, isSaid = false) {
    if (!step || text === undefined) return;
    if (!part) { step.after = text; return; }
    const known = step.parts.get(part);
    step.parts.set(part, { before: known?.before ?? was, after: text });
    if (known || !isSaid) return;
    sources.get(part).users = users;
    say(`This ${sources.note(part)}`);
  }

  drop(step) {
    const place = this.undoSteps.indexOf(step);
    if (place >= 0) this.undoSteps.splice(place, 1);
    if (this.openStep === step) this.openStep = null;
    this.lastPath = '';
  }

  /** Sends what has been typed at once, and waits for what is under way; tells whether all of it was taken. */
  async settle() {
    const field = document.activeElement;
    if (field?.matches('input, textarea')) {
      field.blur();
      field.focus({ preventScroll: true });
    }
    flushTyped();
    const isSent = !this.isSending && !this.pending.length ? true : await this.send();
    return (await textPanel.flush()) && isSent;
  }

  take({ text, isDraft, diskChanged, users }, doc = state) {
    if (text !== undefined) doc.text = text;
    if (isDraft !== undefined) doc.isDraft = isDraft;
    if (doc.part && users) doc.users = users;
    this.noteDisk(diskChanged, doc);
    this.showState();
    if (!doc.part) emit('text');
    else workspace.keepDraft(state.file, doc);
  }

  /** Replaces the whole text of a file, which was made from another; tells whether it was taken. What others change meanwhile stays. */
  async setText(text, was = state.text, doc = state) {
    const { file } = state;
    if (!file || text === (doc.part ? was : state.text)) return true;
    if (state.isReview) return false;
    this.changes += 1;
    player.outdate();
    const step = this.openStep;
    try {
      const answer = await this.draft(this.named(doc), text, was);
      this.noteAnswer(step, doc, answer);
      if (file === state.file) this.take(answer, doc);
      else workspace.keepDraft(file, { part: doc.part, ...answer });
      await workspace.reload(true);
      return true;
    } catch (error) {
      showError(error);
      await workspace.reload(true);
      return false;
    }
  }

  async draft(named, text, was) {
    for (let turn = 0; ; turn += 1) {
      try {
        return { text, ...(await post('/api/draft', { ...named, text, was })) };
      } catch (error) {
        if (error.status !== 409 || error.body.text === undefined || turn > 4) throw error;
        const { text: now } = error.body;
        text = merging.merge(was, text, now).text;
        was = now;
      }
    }
  }

  // Undo

  undo() { return this.turn(this.undoSteps, this.redoSteps, true); }
  redo() { return this.turn(this.redoSteps, this.undoSteps, false); }

  /** Takes one step back or on. Where others have changed the text since, only the step's own changes are taken back. */
  async turn(from, to, isUndo) {
    if (this.turning) return this.turning.then(() => this.turn(from, to, isUndo));
    if (!from.length) return undefined;
    this.turning = this.turnNow(from, to, isUndo).finally(() => { this.turning = null; });
    return this.turning;
  }

  async turnNow(from, to, isUndo) {
    await this.settle();
    let step = from.pop();
    while (step && !this.isChanged(step)) step = from.pop();
    if (!step) return this.showState();
    this.lastPath = '';
    this.openStep = null;
    const turned = { before: '', after: '', parts: new Map(), label: step.label };
    const texts = [[null, step], ...step.parts].filter(([, t]) => t.before !== t.after);
    let isKept = false, isTaken = true;
    for (const [part, { before, after }] of texts) {
      const doc = part ? sources.get(part) : state, [base, goal] = isUndo ? [after, before] : [before, after];
      const now = part ? (await get('/api/disk', this.named(doc)).catch(() => ({ now: after }))).now : state.text;
      const { text, conflicts, taken } = merging.merge(base, goal, now);
      isKept ||= conflicts > 0;
      if (conflicts && !taken) continue;
      isTaken = await this.setText(text, now, doc) && isTaken;
      const made = text === now ? now : doc.text ?? text, own = isUndo ? { before: made, after: now } : { before: now, after: made };
      part ? turned.parts.set(part, own) : Object.assign(turned, own);
    }
    if (!isTaken) from.push(step);
    else if (this.isChanged(turned)) {
      to.push(turned);
      const name = step.label ? `: ${step.label}` : '', files = step.parts.size ? ` in ${texts.map(([part]) => (part ? sources.name(part) : state.file)).join(', ')}` : '';
      say(`${isUndo ? 'Undone' : 'Done again'}${name}${files}${isKept ? '; what was changed elsewhere since stays' : ''}`);
    } else say(`Not ${isUndo ? 'undone' : 'done again'}: this was changed elsewhere since`, true);
    inspector.rebuild(true);
    return this.showState();
  }

  /** Whether something is not in the file, sent or not. */
  get isUnsaved() { return !!state.file && (this.drafts.length > 0 || this.isSending || this.pending.length > 0 || typedEdits.size > 0 || textPanel.isTyping); }

  showState() {
    const { isUnsaved, drafts } = this, isOther = drafts.some(doc => doc.diskChanged), names = drafts.map(doc => this.nameOf(doc)).join(', ');
    $('unsaved').hidden = !isUnsaved;
    $('unsaved').textContent = isOther ? 'Changed on disk' : 'Unsaved';
    $('unsaved').title = isOther ? 'There are unsaved changes, and since they began the file has changed on disk' : drafts.some(doc => doc.part) ? `Unsaved: ${names}` : '';
    $('save').title = `Save${drafts.some(doc => doc.part) ? ` ${names}` : ''} (ctrl S)`;
    $('save').disabled = $('discard').disabled = !isUnsaved;
    const last = this.undoSteps.at(-1)?.label, next = this.redoSteps.at(-1)?.label;
    $('undo').title = `Undo${last ? ` ${last}` : ''} (ctrl Z)`;
    $('redo').title = `Redo${next ? ` ${next}` : ''} (shift ctrl Z)`;
    $('undo').disabled = !this.undoSteps.length;
    $('redo').disabled = !this.redoSteps.length;
    document.title = `${isUnsaved ? '• ' : ''}${state.job?.name || state.file || 'Preview'}`;
  }
}
