/** Rendering, its progress, the delivered files and what is found in them. */
class OutputPanel {
  constructor() {
    this.page = $('panel-output');
    this.renders = new Map();
    this.findings = null;
    this.question = h('div', { class: 'question', role: 'group', 'aria-label': 'Unsaved changes', hidden: true });
    this.progress = h('div', { class: 'progress-list', 'aria-live': 'polite' });
    this.files = h('div', {});
    this.found = h('div', {});
    this.cancel = h('button', { type: 'button', id: 'cancel', disabled: true, onclick: () => post('/api/cancel', {}).catch(showError) }, 'Cancel');
    this.page.append(
      h('div', { class: 'panel-tools' }, h('button', { type: 'button', id: 'render', class: 'primary', onclick: () => this.begin([state.file]) }, 'Render this'),
        h('button', { type: 'button', id: 'render-all', onclick: () => this.begin([]) }, 'Render all'), this.cancel),
      this.question, this.progress, this.files, this.found);
    on('jobs', () => this.drawFiles());
    on('job', () => this.drawFiles());
    on('opened', () => { this.findings = null; this.question.hidden = true; this.drawFindings(); });
  }

  /** Renders are made of what is saved: where there is more, asks first. */
  begin(files) {
    this.question.hidden = !editor.isUnsaved;
    if (!editor.isUnsaved) return this.render(files);
    const answer = action => async () => { this.question.hidden = true; await action(); };
    const choices = [['Save and render', async () => { if (await editor.save()) await this.render(files); }], ['Render without them', () => this.render(files)], ['Cancel', () => {}]];
    fill(this.question, h('p', {}, 'There are unsaved changes.'), choices.map(([name, action], n) => h('button', { type: 'button', class: n ? null : 'primary', onclick: answer(action) }, name)));
    this.question.querySelector('button').focus();
  }

  async render(files) {
    try {
      await post('/api/render', { files });
      this.cancel.disabled = false;
    } catch (error) {
      showError(error);
    }
  }

  /** An event of a render. */
  take(event) {
    this.renders.set(event.file || '', event);
    const isBusy = [...this.renders.values()].some(r => ['queued', 'running'].includes(r.state));
    this.cancel.disabled = !isBusy;
    this.draw();
    if (event.state === 'done' || event.state === 'failed') say(`${event.file || 'Rendering'}: ${event.state}${event.message ? `, ${event.message}` : ''}`, event.state === 'failed');
    if (event.state === 'done') workspace.loadState();
  }

  draw() {
    fill(this.progress, ...[...this.renders].map(([file, r]) => h('div', { class: `render is-${r.state}` },
      h('div', { class: 'render-head' }, h('span', { class: 'path' }, file || 'all'), h('span', { class: 'dim mono' }, r.state === 'running' && r.of ? `${r.frames} of ${r.of}` : r.state)),
      h('progress', { max: r.of || 1, value: r.state === 'done' ? r.of || 1 : r.frames || 0, 'aria-label': `Rendering ${file || 'all'}` }),
      r.message ? h('p', { class: 'dim small' }, r.message) : null)));
  }

  drawFiles() {
    const job = state.jobs.find(j => j.file === state.file);
    if (!job) return fill(this.files);
    const outputs = job.outputs.map(output => h('li', {}, output.exists ? h('a', { href: address('/api/output', { path: output.file }), target: '_blank', rel: 'noopener' }, output.file) : h('span', {}, output.file),
      h('span', { class: `badge ${output.exists ? 'good' : ''}` }, output.exists ? 'delivered' : 'not yet')));
    fill(this.files, h('h2', {}, 'Files'), h('ul', { class: 'files' }, outputs),
      h('button', { type: 'button', id: 'check', onclick: () => this.check() }, 'Check the delivered files'));
  }

  async check() {
    fill(this.found, h('p', { class: 'dim' }, 'Checking …'));
    try {
      this.findings = (await get('/api/check', { file: state.file, variant: state.variant })).files;
    } catch (error) {
      this.findings = null;
      showError(error);
    }
    this.drawFindings();
  }

  drawFindings() {
    if (!this.findings) return fill(this.found);
    const text = finding => (typeof finding === 'string' ? finding : finding.message || finding.text || JSON.stringify(finding));
    fill(this.found, h('h2', {}, 'Findings'), ...this.findings.map(({ file, description, findings }) => h('div', { class: 'finding' }, h('b', {}, file), h('p', { class: 'dim' }, description),
      findings?.length ? h('ul', {}, findings.map(f => h('li', { class: f.severity || '' }, text(f), f.hint ? h('p', { class: 'dim' }, f.hint) : null))) : h('p', {}, 'Nothing was found.'))));
    if (!this.findings.length) this.found.append(h('p', { class: 'dim' }, 'Nothing is delivered yet.'));
  }
}
