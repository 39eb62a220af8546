/** The sizes of panels: dragged, folded and remembered. */
class Room {
  static sizes = { panel: 380, time: 196, graph: 270, picture: null };

  constructor() {
    this.work = $('work-view');
    this.sizes = { ...Room.sizes, ...remembered('sizes', {}) };
    /** The size of the timeline: that of its rows or of the graph editor. */
    this.timeName = 'time';
    this.folded = { panel: false, time: false, ...remembered('folded', {}) };
    this.makeSplitter($('split-panel'), 'x');
    this.makeSplitter($('split-time'), 'y');
    for (const name of ['panel', 'time']) $(`fold-${name}`).addEventListener('click', () => this.fold(name));
    $('full').addEventListener('click', () => this.toggleFull());
    document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) this.setFull(false); });
    on('job', () => this.shape());
    window.addEventListener('resize', () => this.shape());
    this.shape();
  }

  /** Tall films have their picture beside everything else, from the top of the window to its bottom, while there is something else. */
  get isTall() { return !!state.job && state.job.height > state.job.width * 1.2 && !(this.folded.panel && this.folded.time); }

  shape() {
    const { work, sizes, folded, isTall } = this;
    work.classList.toggle('is-tall', isTall);
    work.classList.toggle('has-folded-panel', folded.panel);
    work.classList.toggle('has-folded-time', folded.time);
    work.style.setProperty('--panel-width', `${clamp(sizes.panel, 240, Math.max(240, innerWidth - 360))}px`);
    work.style.setProperty('--time-height', `${clamp(sizes[this.timeName], 64, Math.max(64, innerHeight - 240))}px`);
    if (state.job) work.style.setProperty('--aspect', String(state.job.width / state.job.height));
    if (isTall) work.style.setProperty('--picture-width', `${this.pictureWidth}px`);
    for (const name of ['panel', 'time']) {
      $(`fold-${name}`).setAttribute('aria-expanded', String(!folded[name]));
      $(`fold-${name}`).setAttribute('aria-label', `${folded[name] ? 'Unfold' : 'Fold'} the ${name === 'time' ? 'timeline' : name}`);
      $(`fold-${name}`).title = $(`fold-${name}`).getAttribute('aria-label');
    }
    setIcon($('fold-time'), folded.time ? 'up' : 'down');
    setIcon($('fold-panel'), folded.panel ? 'left' : 'right');
    const column = isTall ? this.pictureWidth : sizes.panel;
    $('split-panel').setAttribute('aria-valuenow', Math.round(column));
    $('split-panel').setAttribute('aria-label', isTall ? 'Width of the picture' : 'Width of the panel');
    $('split-time').setAttribute('aria-valuenow', Math.round(sizes[this.timeName]));
  }

  /** As wide as the picture is at the full height. */
  get pictureWidth() {
    const height = innerHeight - $('bar').offsetHeight;
    const wanted = this.sizes.picture ?? (height - 16) * (state.job.width / state.job.height) + 16;
    return clamp(wanted, 200, Math.max(200, innerWidth - 420));
  }

  makeSplitter(splitter, axis) {
    let from = 0, size = 0;
    const name = () => (axis === 'y' ? this.timeName : this.isTall ? 'picture' : 'panel');
    const current = () => (name() === 'picture' ? this.pictureWidth : this.sizes[name()]);
    const sign = () => (name() === 'picture' ? 1 : -1);
    drag(splitter, {
      start: event => { [from, size] = [axis === 'x' ? event.clientX : event.clientY, current()]; },
      move: event => this.resize(name(), size + ((axis === 'x' ? event.clientX : event.clientY) - from) * sign()),
      end: () => remember('sizes', this.sizes),
    });
    splitter.addEventListener('dblclick', () => { this.sizes[name()] = Room.sizes[name()]; remember('sizes', this.sizes); this.shape(); });
    splitter.addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.resize(name(), current() + step * 16 * sign());
      remember('sizes', this.sizes);
    });
  }

  resize(name, size) {
    this.sizes[name] = clamp(Math.round(size), 64, Math.max(innerWidth, innerHeight));
    const part = name === 'graph' ? 'time' : name;
    if (this.folded[part]) this.fold(part);
    this.shape();
  }

  setGraph(isOpen) {
    this.timeName = isOpen ? 'graph' : 'time';
    this.shape();
  }

  fold(name) {
    this.folded[name] = !this.folded[name];
    remember('folded', this.folded);
    this.shape();
  }

  toggleFull() {
    const isFull = !document.body.classList.contains('is-full');
    this.setFull(isFull);
    if (isFull) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  setFull(isFull) {
    document.body.classList.toggle('is-full', isFull);
    press('full', isFull);
    player.layout();
    player.refresh();
  }
}
