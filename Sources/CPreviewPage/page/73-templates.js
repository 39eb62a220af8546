/** Films to begin with, where a folder has no jobs: each plays while it is in view. */
class TemplateList {
  constructor(list, loadPosters) {
    Object.assign(this, { list, loadPosters, cards: new Map(), isLoading: false });
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.watch = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) this.show(this.cards.get(target), isIntersecting);
      this.load();
    }, { root: $('list-view') });
    this.still.addEventListener('change', () => this.switch(!this.still.matches));
    $('films').addEventListener('click', () => { this.switch(!this.plays); remember('films', this.plays); });
    this.switch(remembered('films', !this.still.matches));
    on('opened', () => this.stop());
  }

  /** Films play unless the system or the button asks for rest. */
  switch(plays) {
    this.plays = plays;
    press('films', plays);
    setIcon($('films'), plays ? 'pause' : 'play');
    for (const card of this.cards.values()) card.canvas.hidden = !plays || !card.film;
    this.load();
    this.run();
  }

  /** Shows those whose name or text has some words. */
  async draw(words) {
    this.templates ??= (await get('/api/templates')).templates;
    const { templates } = this;
    if (state.jobs.length || state.file) return;
    if (!this.cards.size) for (const template of templates) this.add(template);
    const shown = [...this.cards.values()].filter(({ template: t }) => `${t.name} ${t.summary}`.toLowerCase().includes(words));
    const part = isPiece => shown.filter(card => card.template.isPiece === isPiece).map(card => card.item);
    const heading = (text, items) => (items.length ? [h('li', { class: 'jobs-heading' }, text), ...items] : []);
    fill(this.list, heading('There are no jobs in this folder yet. Begin with a film:', part(false)), heading('Pieces to show in films:', part(true)),
      shown.length ? null : h('li', { class: 'dim jobs-heading' }, templates.length ? 'No film has this name.' : 'There are no jobs in this folder.'));
    $('films').hidden = !templates.length;
    this.loadPosters();
  }

  add(template) {
    const poster = h('span', { class: 'no-poster' }, 'Being drawn …'), canvas = h('canvas', { hidden: true, 'aria-hidden': true });
    poster.poster = address('/api/poster', { template: template.name });
    const item = h('li', { dataset: { template: template.name } }, h('button', { type: 'button', class: 'card', onclick: () => this.ask(template) },
      h('span', { class: 'poster' }, poster, canvas), h('span', { class: 'job-text' }, h('b', {}, template.name), h('span', { class: 'dim' }, template.summary))));
    this.cards.set(item, { template, item, canvas, isSeen: false, film: null });
    this.watch.observe(item);
  }

  ask(template) {
    ask(`Begin with ${template.name}?`, [h('p', {}, `${template.summary} Its job, what the job needs and a page about its values are written to ${state.folder}.`)],
      [['Begin', () => this.begin(template).catch(showError), true]]);
  }

  async begin(template) {
    const { file } = await post('/api/begin', { template: template.name });
    await workspace.loadState();
    await workspace.open(file, workspace.firstVariant(file));
  }

  // Films

  /** A film is kept by the server; the page has those that are seen. */
  show(card, isSeen) {
    card.isSeen = isSeen;
    if (isSeen || !card.film) return;
    card.film.picture.close();
    card.film = null;
    card.canvas.hidden = true;
  }

  /** Loads one film after the other, once all posters are there. */
  async load() {
    const next = [...this.cards.values()].find(card => card.isSeen && !card.film && !card.hasFailed && card.item.isConnected);
    if (this.isLoading || !this.plays || !next || state.file || this.list.querySelector('.no-poster')) return;
    this.isLoading = true;
    this.waiting = new AbortController();
    try {
      const response = await request('/api/film', { template: next.template.name }, { signal: this.waiting.signal });
      const [count, columns, rate] = ['Count', 'Columns', 'Rate'].map(name => Number(response.headers.get(`X-${name}`)));
      const picture = await createImageBitmap(await response.blob());
      const width = picture.width / columns, height = picture.height / Math.ceil(count / columns);
      Object.assign(next.canvas, { width, height });
      next.film = { picture, count, columns, rate, width, height, began: performance.now(), shown: -1 };
      if (!next.isSeen) this.show(next, false);
    } catch (error) {
      next.hasFailed = !isAborted(error);
    }
    this.isLoading = false;
    this.run();
    this.load();
  }

  run() {
    if (this.isRunning || !this.plays) return;
    this.isRunning = true;
    const step = now => {
      const playing = [...this.cards.values()].filter(card => card.film && card.item.isConnected);
      this.isRunning = this.plays && playing.length > 0 && !state.file;
      if (!this.isRunning) return;
      for (const card of playing) this.paint(card, now);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  paint({ canvas, film }, now) {
    const frame = Math.floor(Math.max(0, now - film.began) / 1000 * film.rate) % film.count;
    if (frame === film.shown) return;
    film.shown = frame;
    const { width, height } = film, context = canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.drawImage(film.picture, frame % film.columns * width, Math.floor(frame / film.columns) * height, width, height, 0, 0, width, height);
    canvas.hidden = false;
  }

  stop() {
    this.waiting?.abort();
    $('films').hidden = true;
  }
}
