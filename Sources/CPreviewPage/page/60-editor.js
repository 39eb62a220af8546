/** The draft: edits in order, undo and redo, save and discard. */
class Editor {
  constructor() {
    this.undoTexts = [];
    this.redoTexts = [];
    this.pending = new Map();
    this.isSending = false;
    this.dragText = null;
    this.afterDrag = null;
    this.lastPath = '';
    this.lastTime = 0;
    $('undo').addEventListener('click', () => this.undo());
    $('redo').addEventListener('click', () => this.redo());
    $('save').addEventListener('click', () => this.save());
    $('discard').addEventListener('click', () => this.discard());
    $('conflict-cancel').addEventListener('click', () => $('conflict').close());
    $('conflict-disk').addEventListener('click', () => this.takeDisk());
    $('conflict-mine').addEventListener('click', () => this.overwrite());
    on('job', () => this.showState());
  }

  /** Each file has its own steps to undo. */
  useFile(file) {
    this.steps ??= new Map();
    if (!this.steps.has(file)) this.steps.set(file, { undo: [], redo: [] });
    this.undoTexts = this.steps.get(file).undo;
    this.redoTexts = this.steps.get(file).redo;
    this.pending.clear();
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

  async send() {
    if (this.isSending || !this.pending.size) return;
    this.isSending = true;
    const { file } = state;
    while (this.pending.size && file === state.file) {
      const edits = [...this.pending.values()];
      this.pending.clear();
      player.outdate();
      try {
        this.take(await post('/api/edit', { file, edits }));
        await workspace.reload();
      } catch (error) {
        complain(error);
        await workspace.reload(true);
      }
    }
    this.isSending = false;
    if (!this.isDragging) this.finishDrag();
  }

  take({ text, isDraft }) {
    if (text !== undefined) state.text = text;
    if (isDraft !== undefined) state.isDraft = isDraft;
    this.showState();
    emit('text');
  }

  /** Replaces the whole text. */
  async setText(text) {
    const { file } = state;
    if (!file || text === state.text) return;
    player.outdate();
    try {
      const answer = await post('/api/draft', { file, text });
      if (file !== state.file) return;
      this.take({ text, isDraft: answer.isDraft ?? true });
      await workspace.reload(true);
    } catch (error) {
      complain(error);
      await workspace.reload(true);
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

  async save() {
    const { file } = state;
    if (!file || !state.isDraft) return;
    await textPanel.flush();
    try {
      const answer = await post('/api/save', { file, diskDigest: state.diskDigest });
      this.saved(answer);
    } catch (error) {
      if (error.status !== 409) return complain(error);
      this.diskText = error.body.text;
      this.conflictDigest = error.body.diskDigest;
      $('conflict').showModal();
    }
  }

  saved(answer) {
    state.diskDigest = answer.diskDigest;
    state.isDraft = false;
    this.showState();
    say('Saved');
    workspace.reload();
  }

  async discard() {
    const { file } = state;
    if (!file || !state.isDraft) return;
    this.pushUndo(state.text);
    player.outdate();
    try {
      this.take({ ...(await post('/api/discard', { file })), isDraft: false });
      await workspace.reload();
      inspector.rebuild(true);
      say('Back to the file on disk');
    } catch (error) {
      complain(error);
    }
  }

  async takeDisk() {
    $('conflict').close();
    await this.discard();
  }

  /** Begins anew from the file on disk with the own text, and saves that. */
  async overwrite() {
    $('conflict').close();
    const { file, text } = state;
    try {
      await post('/api/discard', { file });
      await post('/api/draft', { file, text });
      let digest = this.conflictDigest;
      if (!digest) {
        try { digest = (await get('/api/job', { file, variant: state.variant })).diskDigest; } catch (error) { digest = error.body?.diskDigest; }
      }
      this.saved(await post('/api/save', { file, diskDigest: digest }));
    } catch (error) {
      complain(error);
    }
  }

  showState() {
    $('unsaved').hidden = !state.isDraft;
    $('save').disabled = $('discard').disabled = !state.isDraft;
    $('undo').disabled = !this.undoTexts.length;
    $('redo').disabled = !this.redoTexts.length;
    document.title = `${state.isDraft ? '• ' : ''}${state.job?.name || state.file || 'Preview'}`;
  }
}
