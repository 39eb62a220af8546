/** The folder's jobs as pictures. */
class JobList {
  constructor() {
    this.list = $('jobs');
    this.loading = new Map();
    this.templates = new TemplateList(this.list, () => this.loadPosters());
    this.setLayout(remembered('layout', 'grid'));
    $('as-grid').addEventListener('click', () => this.setLayout('grid'));
    $('as-list').addEventListener('click', () => this.setLayout('list'));
    $('filter').addEventListener('input', () => this.draw());
    $('new-film').addEventListener('click', () => this.askNew());
    on('jobs', () => { $('new-film').hidden = state.isReview; });
    on('jobs', () => this.draw());
    on('opened', () => this.stop());
  }

  /** A film without stages: its name, its format and its length. */
  askNew() {
    const taken = new Set(state.jobs.map(job => job.file.split('/').at(-1)));
    let n = 1;
    while (taken.has(n > 1 ? `film-${n}.json` : 'film.json')) n += 1;
    const name = h('input', { value: n > 1 ? `film-${n}` : 'film', required: true, pattern: '[A-Za-z0-9_\\-]+', title: "Letters, digits, '-' and '_'", autocomplete: 'off', spellcheck: 'false' });
    const format = h('select', {}, [['1920,1080', 'Landscape, 1920 × 1080'], ['1080,1920', 'Portrait, 1080 × 1920'], ['1080,1080', 'Square, 1080 × 1080'], ['3840,2160', '4K, 3840 × 2160']].map(([value, text]) => h('option', { value }, text)));
    const seconds = h('input', { type: 'number', value: 8, min: 0.1, step: 'any', required: true });
    const begin = async () => {
      if (![name, seconds].every(field => field.checkValidity())) return say(`${name.checkValidity() ? 'The length' : 'The name'} of a film is needed: ${name.checkValidity() ? 'seconds above 0' : "letters, digits, '-' and '_'"}`, true);
      const { file } = await post('/api/begin', { name: name.value, size: format.value.split(',').map(Number), seconds: seconds.valueAsNumber });
      await workspace.loadState();
      return workspace.open(file);
    };
    ask('New film', [h('label', {}, 'Name ', name), h('label', {}, 'Format ', format), h('label', {}, 'Seconds ', seconds)], [['Begin', () => begin().catch(showError), true]]);
    for (const field of [name, seconds]) field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); $('question').close(); begin().catch(showError); } });
    name.select();
  }

  setLayout(layout) {
    remember('layout', layout);
    press('as-grid', layout === 'grid');
    press('as-list', layout === 'list');
    this.list.classList.toggle('is-list', layout === 'list');
  }

  draw() {
    const words = $('filter').value.trim().toLowerCase();
    $('folder').textContent = state.folder;
    $('films').hidden = true;
    if (!state.jobs.length && !state.isReview) return this.templates.draw(words).catch(showError);
    const shown = state.jobs.filter(job => `${job.file} ${job.name}`.toLowerCase().includes(words));
    const old = new Map([...this.list.children].map(item => [item.dataset.job, item]));
    const items = shown.map(job => {
      const key = JSON.stringify(job);
      const item = old.get(job.file);
      return item && item.key === key ? item : Object.assign(this.item(job), { key });
    });
    fill(this.list, ...items);
    for (const place of this.loading.keys()) if (!place.isConnected) this.loading.delete(place);
    this.loadPosters();
    if (!items.length) this.list.append(h('li', { class: 'dim' }, state.jobs.length ? 'No job has this name.' : 'There are no jobs in this folder.'));
    return undefined;
  }

  item(job) {
    const facts = [];
    if (job.width) facts.push(`${job.width} × ${job.height}`, `${rounded(job.seconds, 2)} s`, `${rounded(job.fps, 3)} fps`);
    if (job.variants.length > 1) facts.push(`${job.variants.length} variants`);
    const badges = [
      job.errors.length ? h('span', { class: 'badge error' }, job.errors.length === 1 ? '1 error' : `${job.errors.length} errors`) : null,
      job.warnings.length ? h('span', { class: 'badge warning' }, job.warnings.length === 1 ? '1 warning' : `${job.warnings.length} warnings`) : null,
      job.isDraft ? h('span', { class: 'badge' }, 'unsaved') : null,
      job.outputs.length && job.outputs.every(o => o.exists) ? h('span', { class: 'badge good' }, 'delivered') : null,
    ];
    const open = event => { event.preventDefault(); workspace.open(job.file, job.variants[0]?.id || ''); };
    return h('li', { dataset: { job: job.file } }, h('a', { href: `#job=${encodeURIComponent(job.file)}`, onclick: open },
      h('span', { class: 'poster' }, this.poster(job)),
      h('span', { class: 'job-text' }, h('b', {}, job.name || job.file), h('span', { class: 'dim path' }, job.file), h('span', { class: 'dim facts' }, facts.join('  ·  ')),
        job.errors[0] ? h('span', { class: 'fault' }, job.errors[0].message) : null, h('span', { class: 'badges' }, badges))));
  }

  poster(job) {
    const variant = job.variants[0]?.id || '';
    const missing = h('span', { class: 'no-poster' }, job.errors.length ? 'Cannot be drawn' : job.revision === null ? 'Being read …' : 'Being drawn …');
    if (!job.variants.length || (job.errors.length && !job.width)) return missing;
    missing.poster = `${address('/api/poster', { file: job.file, variant })}&r=${job.revision || ''}`;
    return missing;
  }

  /** Loads posters two at a time, so that connections are left for frames. */
  loadPosters() {
    if (state.file) return;
    for (const place of this.list.querySelectorAll('.no-poster')) {
      if (this.loading.size >= 2) return;
      if (place.poster && !this.loading.has(place)) this.loadPoster(place);
    }
    if (!this.loading.size) this.templates.load();
  }

  loadPoster(place) {
    const image = h('img', { alt: '', src: place.poster });
    this.loading.set(place, image);
    const end = () => {
      this.loading.delete(place);
      this.loadPosters();
    };
    image.addEventListener('load', () => { place.replaceWith(image); end(); });
    image.addEventListener('error', () => {
      place.poster = null;
      place.textContent = 'No picture';
      end();
    });
  }

  /** Ends the requests for posters. */
  stop() {
    for (const image of this.loading.values()) image.removeAttribute('src');
    this.loading.clear();
  }
}
