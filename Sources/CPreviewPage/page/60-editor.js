/** The draft: edits in order, undo and redo, save and discard. */
class Editor {
  constructor() {
    /** Steps with the texts before and after. */
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
    $('conflict-mine').addEventListener('click', () => { $('conflict').close(); this.save(this.conflictDigest); });
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
    this.openStep = { before: state.text, after: state.text, label };
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
      const edits = pending.splice(0), step = this.openStep;
      if (file === state.file) player.outdate();
      try {
        const answer = await post('/api/edit', { file, edits });
        this.note(step, answer.text);
        if (step && step.before === step.after && !this.isDragging) this.drop(step);
        if (file === state.file) this.take(answer);
        else workspace.keepDraft(file, answer);
        await workspace.reload();
      } catch (error) {
        isTaken = false;
        if (step && step.before === step.after) this.drop(step);
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

  note(step, text) { if (step && text !== undefined) step.after = text; }

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

  take({ text, isDraft, diskChanged }) {
    if (text !== undefined) state.text = text;
    if (isDraft !== undefined) state.isDraft = isDraft;
    this.noteDisk(diskChanged);
    this.showState();
    emit('text');
  }

  /** Replaces the whole text, which was made from another; tells whether it was taken. What others change meanwhile stays. */
  async setText(text, was = state.text) {
    const { file } = state;
    if (!file || text === state.text) return true;
    if (state.isReview) return false;
    this.changes += 1;
    player.outdate();
    const step = this.openStep;
    try {
      const answer = await this.draft(file, text, was);
      this.note(step, answer.text);
      if (file === state.file) this.take(answer);
      else workspace.keepDraft(file, answer);
      await workspace.reload(true);
      return true;
    } catch (error) {
      showError(error);
      await workspace.reload(true);
      return false;
    }
  }

  async draft(file, text, was) {
    for (let turn = 0; ; turn += 1) {
      try {
        return { text, ...(await post('/api/draft', { file, text, was })) };
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
    while (step && step.before === step.after) step = from.pop();
    if (!step) return this.showState();
    const [base, goal] = isUndo ? [step.after, step.before] : [step.before, step.after];
    const before = state.text;
    const { text, conflicts, taken } = merging.merge(base, goal, before);
    this.lastPath = '';
    this.openStep = null;
    if (conflicts && !taken) {
      say(`Not ${isUndo ? 'undone' : 'done again'}: this was changed elsewhere since`, true);
      return this.showState();
    }
    if (await this.setText(text)) {
      to.push(isUndo ? { ...step, before: state.text, after: before } : { ...step, before, after: state.text });
      const name = step.label ? `: ${step.label}` : '';
      say(`${isUndo ? 'Undone' : 'Done again'}${name}${conflicts ? '; what was changed elsewhere since stays' : ''}`);
    } else {
      from.push(step);
    }
    inspector.rebuild(true);
    return this.showState();
  }

  // The disk

  /** Saves what has been typed until now; tells whether that is on disk. What is typed meanwhile stays in the draft. */
  save(overwrites) {
    const { file } = state;
    this.saving = this.saving.then(() => this.saveNow(file, overwrites));
    return this.saving;
  }

  async saveNow(file, overwrites) {
    if (!file || (file === state.file && !(await this.settle()))) return false;
    if (!(file === state.file ? state.isDraft : workspace.drafts.has(file))) return true;
    const { changes } = this;
    try {
      this.saved(file, await post('/api/save', { file, overwrites }), changes === this.changes);
      return true;
    } catch (error) {
      if (error.status !== 409 || error.body.diskDigest === undefined) showError(error);
      else if (file !== state.file) say(`${file} was not saved: it has changed on disk`, true);
      else this.askAboutDisk(error.body);
      return false;
    }
  }

  saved(file, { diskDigest }, isAll) {
    say('Saved');
    if (file !== state.file) return workspace.drafts.delete(file);
    state.diskDigest = diskDigest;
    state.diskChanged = false;
    state.isDraft = !isAll;
    if (isAll) state.baseText = state.text;
    workspace.keepDraft();
    this.showState();
    workspace.reload();
  }

  askAboutDisk({ diskDigest, text, isGone }) {
    this.conflictDigest = diskDigest;
    this.noteDisk(true);
    this.showState();
    $('conflict-title').textContent = isGone ? 'The file is gone' : 'The file on disk has changed';
    $('conflict-what').textContent = isGone ? `${state.file} was deleted or renamed. It can be saved anew from what is here.` : 'Since these changes began, somebody wrote the file. Which text is to stay?';
    $('conflict-disk').textContent = isGone ? 'Discard my changes' : 'Take the file on disk';
    $('conflict-mine').textContent = isGone ? 'Save it anew' : 'Overwrite it with mine';
    fill($('conflict-texts'), ...(isGone ? [] : bothTexts(withoutReturns(text), withoutReturns(state.text))));
    $('conflict').showModal();
  }

  /** Takes over what the file on disk has become since the draft began; where both change the same place, the draft stays as it is. */
  noteDisk(isChanged = false) {
    const isNew = isChanged && !state.diskChanged;
    state.diskChanged = isChanged;
    if (!state.isDraft) state.baseText = state.text;
    else if (!isChanged && state.baseText === null) this.learnBase();
    if (isNew) this.followDisk().catch(showError);
  }

  /** The text on disk is what a draft from before began with. */
  async learnBase() {
    const { file } = state;
    state.baseText = undefined;
    const disk = await get('/api/disk', { file }).catch(() => null);
    if (file === state.file && state.isDraft && !state.diskChanged) state.baseText ??= disk?.text;
  }

  async followDisk() {
    const { file, baseText } = state;
    const isOpen = () => file === state.file && state.isDraft && state.diskChanged;
    const disk = typeof baseText === 'string' && state.isUTF8 ? await get('/api/disk', { file }) : null;
    if (!isOpen()) return;
    if (disk?.isGone) return say(`${file} is gone: Save writes it anew`, true);
    const was = state.text;
    const { text, conflicts } = disk ? merging.merge(baseText, was, disk.text) : { conflicts: 1 };
    if (conflicts) return say('The file has changed on disk since these changes began', true);
    this.changes += 1;
    player.outdate();
    try {
      const answer = { text, ...(await post('/api/draft', { file, text, was, base: disk.diskDigest })) };
      if (file !== state.file) return;
      state.baseText = disk.text;
      this.take(answer);
      say('The file has changed on disk: the changes of both are here');
    } catch (error) {
      if (error.status !== 409) throw error;
    }
    await workspace.reload(true);
  }

  async discard() {
    const { file } = state;
    if (!file) return;
    await this.settle();
    if (file !== state.file || !state.isDraft) return;
    this.pushStep('the changes since the last save');
    const step = this.openStep;
    player.outdate();
    try {
      this.take({ ...(await post('/api/discard', { file })), isDraft: false });
      this.note(step, state.text);
      this.openStep = null;
      await workspace.reload();
      inspector.rebuild(true);
      say('Back to the file on disk');
    } catch (error) {
      showError(error);
    }
  }

  async takeDisk() {
    $('conflict').close();
    await this.discard();
  }

  /** Whether something is not in the file, sent or not. */
  get isUnsaved() { return !!state.file && (state.isDraft || this.isSending || this.pending.length > 0 || typedEdits.size > 0 || textPanel.isTyping); }

  showState() {
    const { isUnsaved } = this;
    $('unsaved').hidden = !isUnsaved;
    $('unsaved').textContent = state.diskChanged ? 'Changed on disk' : 'Unsaved';
    $('unsaved').title = state.diskChanged ? 'There are unsaved changes, and since they began the file has changed on disk' : '';
    $('save').disabled = $('discard').disabled = !isUnsaved;
    const last = this.undoSteps.at(-1)?.label, next = this.redoSteps.at(-1)?.label;
    $('undo').title = `Undo${last ? ` ${last}` : ''} (ctrl Z)`;
    $('redo').title = `Redo${next ? ` ${next}` : ''} (shift ctrl Z)`;
    $('undo').disabled = !this.undoSteps.length;
    $('redo').disabled = !this.redoSteps.length;
    document.title = `${isUnsaved ? '• ' : ''}${state.job?.name || state.file || 'Preview'}`;
  }
}
