/** Differences from the baseline, their causes, and accepting them. */
class RegressPanel {
  constructor() {
    this.page = $('panel-regress');
    this.state = 'idle';
    this.message = '';
    this.results = null;
    this.report = null;
    this.chosen = null;
    this.mode = 'side';
    on('tab', tab => { if (tab === 'regress') this.load(); });
    $('accept-cancel').addEventListener('click', () => $('accept').close('cancel'));
    this.draw();
  }

  async load() {
    try {
      const answer = await get('/api/regress');
      this.state = answer.state;
      this.results = answer.results;
      if (this.results) await this.loadReport();
    } catch (error) {
      if (error.status !== 404) showError(error);
    }
    this.draw();
  }

  /** The report's page names its pictures and has its curves. */
  async loadReport() {
    try {
      const response = await request('/regress/index.html');
      this.report = new DOMParser().parseFromString(await response.text(), 'text/html');
    } catch {
      this.report = null;
    }
  }

  take(event) {
    this.state = event.state;
    this.message = event.message || '';
    if (event.state !== 'running') {
      say(`Regression: ${event.message || event.state}`, event.state === 'failed');
      this.load();
    } else {
      this.draw();
    }
  }

  async run(files) {
    try {
      this.state = 'running';
      this.message = '';
      this.draw();
      await post('/api/regress', { files });
    } catch (error) {
      this.state = 'failed';
      showError(error);
      this.draw();
    }
  }

  draw() {
    const isBusy = this.state === 'running';
    fill(this.page,
      h('div', { class: 'panel-tools' }, h('button', { type: 'button', id: 'regress', class: 'primary', disabled: isBusy, onclick: () => this.run([state.file]) }, 'Compare this'),
        h('button', { type: 'button', id: 'regress-all', disabled: isBusy, onclick: () => this.run([]) }, 'Compare all')),
      isBusy ? h('p', { class: 'running', role: 'status' }, h('progress', { 'aria-label': 'Comparing' }), this.message || 'Comparing …') : null,
      this.state === 'failed' && this.message ? h('p', { class: 'fault' }, this.message) : null,
      this.results ? this.content(this.results) : h('p', { class: 'dim pad' }, 'Jobs are drawn again and compared with the baseline.'));
    this.drawPicture();
  }

  content({ summary, causes, jobs, slower }) {
    const differing = jobs.filter(j => j.status !== 'passed');
    return h('div', { class: 'regress' }, h('p', { class: 'summary' }, summary), slower?.length ? h('ul', {}, slower.map(s => h('li', { class: 'warning' }, s))) : null,
      causes.length ? this.causes(causes) : null, this.jobs(jobs),
      differing.length ? h('button', { type: 'button', id: 'accept-all', onclick: () => this.accept({ all: true }, 'All differences') }, 'Accept all …') : null,
      h('div', { id: 'regress-picture' }));
  }

  causes(causes) {
    return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Causes' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Cause'), h('th', {}, 'Jobs'), h('td', {}))),
      h('tbody', {}, causes.map(c => h('tr', { dataset: { cause: c.id } }, h('td', {}, c.text, h('div', { class: 'dim mono small' }, c.id)), h('td', { class: 'mono' }, c.jobs.length),
        h('td', {}, h('button', { type: 'button', onclick: () => this.accept({ causes: [c.id] }, `The cause “${c.text}”, in ${c.jobs.join(', ')}`) }, 'Accept …')))))));
  }

  jobs(jobs) {
    return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Jobs' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Job'), h('th', {}, 'Status'), h('td', {}))),
      h('tbody', {}, jobs.map((job, index) => this.jobRow(job, index)))));
  }

  jobRow(job, index) {
    const kinds = { passed: 'good', tolerated: 'good', differs: 'error', failed: 'error', new: '', missing: 'warning', unfinished: 'warning' };
    const open = h('button', { type: 'button', class: 'link', 'aria-expanded': String(this.chosen === index), onclick: () => { this.chosen = this.chosen === index ? null : index; this.draw(); } }, job.job);
    const canAccept = ['differs', 'new', 'missing'].includes(job.status);
    return h('tr', { dataset: { regressJob: job.job } }, h('td', {}, job.status === 'passed' ? job.job : open,
      job.changedFrames ? h('div', { class: 'dim small' }, `${job.changedFrames} frames, from ${job.firstChangedFrame}`) : null,
      this.chosen === index ? h('ul', { class: 'causes' }, [...job.causes.map(c => this.cause(job, c)), ...job.notes.map(n => h('li', {}, n))]) : null),
    h('td', {}, h('span', { class: `badge ${kinds[job.status] ?? ''}` }, job.status)),
    h('td', {}, canAccept ? h('button', { type: 'button', onclick: () => this.accept({ jobs: [job.job] }, `The differences of ${job.job}`) }, 'Accept …') : null));
  }

  cause(job, { text, frame }) {
    const file = state.jobs.find(j => j.file === job.file || j.file.endsWith(`/${job.file}`));
    if (frame === undefined || !file) return h('li', {}, text);
    const go = async () => {
      if (file.file !== state.file) await workspace.open(file.file, file.variants[0]?.id || '');
      player.pause();
      player.seek(frame);
    };
    return h('li', {}, h('button', { type: 'button', class: 'link', title: `Go to frame ${frame}`, onclick: go }, text));
  }

  // Pictures

  /** The frames of which the report has pictures from before and after. */
  pictures(index) {
    const section = this.report?.getElementById(`job-${index}`);
    if (!section) return { pairs: this.likelyPairs(index), charts: [] };
    const source = (view, name) => [...view.querySelectorAll('img')].map(i => i.getAttribute('src')).find(s => s?.endsWith(`-${name}.png`));
    const pairs = [...section.querySelectorAll('.view')].map(view => ({ text: view.querySelector('p')?.textContent || '', before: source(view, 'before'), after: source(view, 'after') })).filter(p => p.before && p.after);
    return { pairs, charts: [...section.querySelectorAll('figure.chart')].map(chart => this.safeChart(chart)) };
  }

  /** Where the report's page cannot be read: its pictures by the names that it gives them. */
  likelyPairs(index) {
    const job = this.results.jobs[index];
    const name = `${index}-${job.job}`.replace(/[^A-Za-z0-9\-_.@=,]/g, '_');
    return job.frames.map(({ frame, differing, largest }) => ({
      text: `Frame ${frame}: ${differing} pixels differ, by up to ${largest} of 255`,
      before: `pictures/${name}-${frame}-before.png`, after: `pictures/${name}-${frame}-after.png`,
    }));
  }

  /** Only what draws is taken over. */
  safeChart(chart) {
    const lines = [...chart.querySelectorAll('svg path')].map(path => svg('path', { d: path.getAttribute('d'), class: path.getAttribute('class') }));
    const name = chart.querySelector('figcaption')?.textContent || '';
    return h('figure', { class: 'chart-figure' }, h('figcaption', {}, name), svg('svg', { viewBox: '0 0 640 150', class: 'chart compared', role: 'img', 'aria-label': name }, lines));
  }

  drawPicture() {
    const parent = $('regress-picture');
    this.view?.stop();
    if (!parent || this.chosen === null) return;
    const { pairs, charts } = this.pictures(this.chosen);
    if (!pairs.length && !charts.length) return;
    const area = h('div', { class: 'compare-inline' });
    this.view = new CompareView(area, ['before', 'after']);
    this.view.mode = this.mode;
    const pick = h('select', { 'aria-label': 'Frame', onchange: event => this.loadPair(pairs[event.target.value]) }, pairs.map((p, n) => h('option', { value: n }, p.text.split(':')[0])));
    const modes = ['side', 'swipe', 'blink', 'difference'].map(mode => h('button', { type: 'button', 'aria-pressed': String(mode === this.mode), dataset: { compare: mode }, onclick: event => {
      this.mode = mode;
      for (const button of event.target.parentNode.children) button.setAttribute('aria-pressed', String(button === event.target));
      this.view.setMode(mode);
    } }, mode === 'side' ? 'side by side' : mode));
    this.pairText = h('p', { class: 'dim small' });
    fill(parent, ...(pairs.length ? [h('div', { class: 'panel-tools' }, pick, h('div', { class: 'segments', role: 'group', 'aria-label': 'Comparison' }, modes)), this.pairText, area] : []), ...charts);
    if (pairs.length) this.loadPair(pairs[0]);
  }

  async loadPair(pair) {
    this.pairText.textContent = pair.text;
    const load = async path => {
      const response = await request(`/regress/${path}`);
      return createImageBitmap(await response.blob());
    };
    try {
      this.view.show(...(await Promise.all([load(pair.before), load(pair.after)])));
    } catch (error) {
      if (error.status === 404) this.pairText.textContent = `${pair.text}. The report has no pictures of it.`;
      else showError(error);
    }
  }

  // Accepting

  async accept(what, text) {
    const dialog = $('accept');
    $('accept-what').textContent = text;
    $('accept-who').value = remembered('who', null) || state.user || '';
    $('accept-why').value = '';
    dialog.returnValue = '';
    dialog.showModal();
    ($('accept-who').value ? $('accept-why') : $('accept-who')).focus();
    await new Promise(resolve => { dialog.addEventListener('close', resolve, { once: true }); });
    if (dialog.returnValue !== 'ok') return;
    const who = $('accept-who').value.trim(), why = $('accept-why').value.trim();
    remember('who', who);
    try {
      const files = [...new Set(this.results.jobs.map(j => j.file))].filter(f => state.jobs.some(j => j.file === f));
      await post('/api/accept', { ...what, files, who, why });
      this.state = 'running';
      this.message = 'Accepting …';
      this.draw();
    } catch (error) {
      showError(error);
    }
  }
}
