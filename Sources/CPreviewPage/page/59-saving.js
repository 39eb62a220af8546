/** Drafts and the files on disk: save, discard, and changes of others. A draft is the job's, or that of a file of `sources`. */
class Saving {
  /** The members by which a request names the file of a draft. */
  named(doc, file = state.file) { return doc.part ? { file, part: doc.part } : { file }; }

  nameOf(doc) { return doc.part ? sources.name(doc.part) : state.file; }

  /** The job, and the files that it is read from, as far as they have changes that are not saved. */
  get drafts() { return state.file ? [...(state.isDraft ? [state] : []), ...sources.drafts] : []; }

  // Saving

  /** Saves what has been typed until now; tells whether that is on disk. What is typed meanwhile stays in the draft. */
  save(overwrites) {
    const { file } = state;
    this.saving = this.saving.then(() => this.saveNow(file, overwrites));
    return this.saving;
  }

  /** `overwrites` is `{ doc, digest }` of a file on disk that somebody has changed. */
  async saveNow(file, overwrites) {
    if (!file) return false;
    if (file !== state.file) return this.saveClosed(file);
    if (!(await this.settle())) return false;
    const { drafts } = this;
    for (const doc of drafts) {
      const { changes } = this, digest = overwrites?.doc === doc ? overwrites.digest : undefined;
      try {
        this.saved(file, doc, await post('/api/save', { ...this.named(doc, file), overwrites: digest }), changes === this.changes);
      } catch (error) {
        if (error.status !== 409 || error.body.diskDigest === undefined) showError(error);
        else if (file !== state.file) say(`${file} was not saved: it has changed on disk`, true);
        else await this.askAboutDisk(doc, error.body);
        return false;
      }
    }
    if (drafts.length) say(drafts.some(doc => doc.part) ? `Saved: ${drafts.map(doc => this.nameOf(doc)).join(', ')}` : 'Saved');
    return true;
  }

  /** A job that was left meanwhile. */
  async saveClosed(file) {
    if (!workspace.drafts.has(file)) return true;
    try {
      await post('/api/save', { file });
      workspace.drafts.delete(file);
      say('Saved');
      return true;
    } catch (error) {
      if (error.status !== 409 || error.body.diskDigest === undefined) showError(error);
      else say(`${file} was not saved: it has changed on disk`, true);
      return false;
    }
  }

  saved(file, doc, { diskDigest }, isAll) {
    if (file !== state.file) return workspace.drafts.delete(file);
    Object.assign(doc, { diskDigest, diskChanged: false, isDraft: !isAll });
    if (isAll) doc.baseText = doc.text;
    workspace.keepDraft(file, doc);
    this.showState();
    workspace.reload();
  }

  async askAboutDisk(doc, { diskDigest, text, isGone }) {
    this.conflict = { doc, digest: diskDigest };
    this.noteDisk(true, doc);
    this.showState();
    const name = this.nameOf(doc), mine = doc.text ?? (await get('/api/disk', this.named(doc))).now;
    $('conflict-title').textContent = isGone ? 'The file is gone' : 'The file on disk has changed';
    $('conflict-what').textContent = isGone ? `${name} was deleted or renamed. It can be saved anew from what is here.` : `Since these changes began, somebody wrote ${doc.part ? name : 'the file'}. Which text is to stay?`;
    $('conflict-disk').textContent = isGone ? 'Discard my changes' : 'Take the file on disk';
    $('conflict-mine').textContent = isGone ? 'Save it anew' : 'Overwrite it with mine';
    fill($('conflict-texts'), ...(isGone ? [] : bothTexts(withoutReturns(text), withoutReturns(mine))));
    $('conflict').showModal();
  }

  // Changes of others

  /** Takes over what the file on disk has become since the draft began; where both change the same place, the draft stays as it is. */
  noteDisk(isChanged = false, doc = state) {
    const isNew = isChanged && !doc.diskChanged;
    doc.diskChanged = isChanged;
    if (!doc.isDraft) doc.baseText = doc.text;
    else if (!isChanged && doc.baseText === null) this.learnBase(doc);
    if (isNew) this.followDisk(doc).catch(showError);
  }

  isOpen(doc, file) { return file === state.file && doc.isDraft && (!doc.part || sources.all.get(doc.part) === doc); }

  /** The text on disk is what a draft from before began with. */
  async learnBase(doc) {
    const { file } = state;
    doc.baseText = undefined;
    const disk = await get('/api/disk', this.named(doc)).catch(() => null);
    if (!this.isOpen(doc, file) || doc.diskChanged) return;
    doc.baseText ??= disk?.text;
    doc.text ??= disk?.now ?? null;
  }

  async followDisk(doc) {
    const { file } = state, { baseText } = doc;
    const disk = typeof baseText === 'string' && state.isUTF8 ? await get('/api/disk', this.named(doc)) : null;
    if (!this.isOpen(doc, file) || !doc.diskChanged) return;
    const name = this.nameOf(doc), what = doc.part ? name : 'The file';
    if (disk?.isGone) return say(`${name} is gone: Save writes it anew`, true);
    const was = doc.part ? disk?.now : doc.text;
    const { text, conflicts } = disk ? merging.merge(baseText, was, disk.text) : { conflicts: 1 };
    if (conflicts) return say(`${what} has changed on disk since these changes began`, true);
    this.changes += 1;
    player.outdate();
    try {
      const answer = { text, ...(await post('/api/draft', { ...this.named(doc), text, was, base: disk.diskDigest })) };
      if (file !== state.file) return;
      doc.baseText = disk.text;
      this.take(answer, doc);
      say(`${what} has changed on disk: the changes of both are here`);
    } catch (error) {
      if (error.status !== 409) throw error;
    }
    await workspace.reload(true);
  }

  // Discarding

  /** Goes back to the files on disk, as one step to undo. */
  async discard(only = null) {
    const { file } = state;
    if (!file) return;
    await this.settle();
    const drafts = this.drafts.filter(doc => !only || doc === only);
    if (file !== state.file || !drafts.length) return;
    this.pushStep('the changes since the last save');
    const step = this.openStep;
    player.outdate();
    try {
      for (const doc of drafts) {
        const answer = await post('/api/discard', this.named(doc, file));
        this.noteAnswer(step, doc, answer);
        this.take({ ...answer, isDraft: false }, doc);
      }
      this.openStep = null;
      await workspace.reload();
      inspector.rebuild(true);
      say(drafts.length > 1 ? 'Back to the files on disk' : 'Back to the file on disk');
    } catch (error) {
      showError(error);
    }
  }

  async takeDisk() {
    $('conflict').close();
    await this.discard(this.conflict.doc);
  }
}
