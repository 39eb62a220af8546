/** The draft: edits in order, undo and redo, save and discard. */
class Editor {
  constructor() {
    this.undoTexts = [];
    this.redoTexts = [];
    this.pending = new Map();
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
    this.undoTexts = this.steps.get(file).undo;
    this.redoTexts = this.steps.get(file).redo;
    // What waits goes to its own file.
    this.pending = new Map();
    this.lastPath = '';
    this.showState();
  }

  // Edits

  /** Sets a value; while a drag goes on, the newest one waits for the one that is under way. */
  edit(path, value, { isDrag = false, remove = false } = {}) {
    this.noteUndo(path, isDrag);
    this.pending.set(path, remove ? { path, value: null, remove: true } : { path, value });
    return this.send();
  }

  editAll(edits) {
    this.noteUndo(edits.map(e => e.path).join(), false);
    for (const edit of edits) this.pending.set(edit.path, edit);
    return this.send();
  }

  remove(path) { return this.edit(path, null, { remove: true }); }

  /** A drag, or typing in one field, is one step to undo. */
  noteUndo(path, isDrag) {
    this.changes += 1;
    const now = performance.now();
    const goesOn = path === this.lastPath && (isDrag ? this.isDragging : now - this.lastTime < 900);
    if (!goesOn) this.pushUndo(state.text);
    this.isDragging = isDrag;
    this.lastPath = path;
    this.lastTime = now;
  }

  pushUndo(text) {
    if (this.undoTexts.at(-1) === text) return;
    this.undoTexts.push(text);
    if (this.undoTexts.length > 300) this.undoTexts.shift();
    this.redoTexts.length = 0;
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
    if (!this.isSending && this.pending.size) this.sending = this.sendAll();
    return this.sending;
  }

  async sendAll() {
    this.isSending = true;
    const { file } = state, { pending } = this;
    let isTaken = true;
    while (pending.size) {
      const edits = [...pending.values()];
      pending.clear();
      if (file === state.file) player.outdate();
      try {
        const answer = await post('/api/edit', { file, edits });
        if (file === state.file) this.take(answer);
        else workspace.keepDraft(file, answer);
        await workspace.reload();
      } catch (error) {
        isTaken = false;
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

  /** Sends what has been typed at once, and waits for what is under way; tells whether all of it was taken. */
  async settle() {
    const field = document.activeElement;
    if (field?.matches('input, textarea')) {
      field.blur();
      field.focus({ preventScroll: true });
    }
    flushTyped();
    const isSent = !this.isSending && !this.pending.size ? true : await this.send();
    return (await textPanel.flush()) && isSent;
  }

  take({ text, isDraft, diskChanged }) {
    if (text !== undefined) state.text = text;
    if (isDraft !== undefined) state.isDraft = isDraft;
    this.noteDisk(diskChanged);
    this.showState();
    emit('text');
  }

  /** Replaces the whole text; tells whether it was taken. */
  async setText(text) {
    const { file } = state;
    if (!file || text === state.text) return true;
    this.changes += 1;
    player.outdate();
    try {
      const answer = { ...(await post('/api/draft', { file, text })), text };
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

  // Undo

  undo() { this.swap(this.undoTexts, this.redoTexts, 'Undone'); }
  redo() { this.swap(this.redoTexts, this.undoTexts, 'Done again'); }

  swap(from, to, message) {
    const text = from.pop();
    if (text === undefined) return;
    to.push(state.text);
    this.lastPath = '';
    textPanel.forgetTyping();
    this.setText(text).then(() => { inspector.rebuild(true); say(message); });
    this.showState();
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
    workspace.keepDraft();
    this.showState();
    workspace.reload();
  }

  askAboutDisk({ diskDigest }) {
    this.conflictDigest = diskDigest;
    this.noteDisk(true);
    this.showState();
    $('conflict').showModal();
  }

  /** Says once that the file is no longer what the draft began with. */
  noteDisk(isChanged = false) {
    if (isChanged && !state.diskChanged) say('The file has changed on disk since these changes began', true);
    state.diskChanged = isChanged;
  }

  async discard() {
    const { file } = state;
    if (!file) return;
    await this.settle();
    if (file !== state.file || !state.isDraft) return;
    this.pushUndo(state.text);
    player.outdate();
    try {
      this.take({ ...(await post('/api/discard', { file })), isDraft: false });
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
  get isUnsaved() { return !!state.file && (state.isDraft || this.isSending || this.pending.size > 0 || typedEdits.size > 0 || textPanel.isTyping); }

  showState() {
    const { isUnsaved } = this;
    $('unsaved').hidden = !isUnsaved;
    $('unsaved').textContent = state.diskChanged ? 'Changed on disk' : 'Unsaved';
    $('unsaved').title = state.diskChanged ? 'There are unsaved changes, and since they began the file has changed on disk' : '';
    $('save').disabled = $('discard').disabled = !isUnsaved;
    $('undo').disabled = !this.undoTexts.length;
    $('redo').disabled = !this.redoTexts.length;
    document.title = `${isUnsaved ? '• ' : ''}${state.job?.name || state.file || 'Preview'}`;
  }
}
