/** Two pictures: side by side, with a swipe, blinking, or their difference. */
class CompareView {
  constructor(parent, names) {
    this.parent = parent;
    this.names = names;
    this.mode = 'side';
    this.share = 0.5;
    this.gain = 8;
    this.pair = null;
    this.timer = 0;
    this.shapeKey = '';
  }

  /** Both as canvases or pictures of any size; the second is scaled to the first. */
  show(first, second) {
    this.pair = [first, second];
    this.draw();
  }

  setMode(mode) {
    this.mode = mode;
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.shapeKey = '';
    fill(this.parent);
  }

  draw() {
    if (!this.pair) return;
    const [{ width, height }] = this.pair;
    const key = `${this.mode}:${width}x${height}`;
    if (key !== this.shapeKey) this.shape(key, width, height);
    this.paint(width, height);
  }

  canvas(width, height, label) {
    return h('canvas', { width, height, role: 'img', 'aria-label': label });
  }

  shape(key, width, height) {
    clearInterval(this.timer);
    this.timer = 0;
    this.shapeKey = key;
    this.views = this.mode === 'side' ? this.names.map(name => this.canvas(width, height, name)) : [this.canvas(width, height, `${this.names.join(' and ')}: ${this.mode}`)];
    const figures = this.views.map((view, n) => h('figure', {}, view, this.mode === 'side' ? h('figcaption', { class: 'dim' }, this.names[n]) : null));
    this.caption = h('div', { class: 'compare-caption' });
    fill(this.parent, h('div', { class: `compare-pair ${this.mode}` }, figures), this.caption);
    if (this.mode === 'swipe') this.addSwipe();
    if (this.mode === 'blink') this.addBlink();
    if (this.mode === 'difference') this.addDifference();
  }

  addSwipe() {
    const range = h('input', { type: 'range', min: 0, max: 1, step: 0.002, value: this.share, 'aria-label': 'Where one picture ends and the other begins', oninput: event => { this.share = Number(event.target.value); this.draw(); } });
    this.caption.append(h('span', {}, this.names[0]), range, h('span', {}, this.names[1]));
    const [view] = this.views;
    const move = event => {
      const bounds = view.getBoundingClientRect();
      this.share = clamp((event.clientX - bounds.left) / bounds.width, 0, 1);
      range.value = this.share;
      this.draw();
    };
    drag(view, { start: move, move });
  }

  addBlink() {
    this.isSecond = false;
    const name = h('span', { 'aria-live': 'off' }, this.names[0]);
    const pause = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => { pause.setAttribute('aria-pressed', String(pause.getAttribute('aria-pressed') !== 'true')); } }, 'Hold');
    this.caption.append(name, pause);
    this.timer = setInterval(() => {
      if (pause.getAttribute('aria-pressed') === 'true') return;
      this.isSecond = !this.isSecond;
      name.textContent = this.names[Number(this.isSecond)];
      this.draw();
    }, matchMedia('(prefers-reduced-motion: reduce)').matches ? 1500 : 600);
  }

  addDifference() {
    this.figures = h('span', { class: 'mono' });
    const gain = h('select', { 'aria-label': 'Amplification', onchange: event => { this.gain = Number(event.target.value); this.draw(); } }, [1, 4, 8, 32].map(n => h('option', { value: n }, `${n}×`)));
    gain.value = this.gain;
    this.caption.append(this.figures, gain);
  }

  paint(width, height) {
    const [first, second] = this.pair;
    const draw = (view, picture, x = 0) => {
      const context = view.getContext('2d');
      if (x === 0) context.clearRect(0, 0, width, height);
      context.save();
      context.beginPath();
      context.rect(x, 0, width - x, height);
      context.clip();
      if (x) context.clearRect(x, 0, width - x, height);
      context.drawImage(picture, 0, 0, width, height);
      context.restore();
      return context;
    };
    const [view, other] = this.views;
    if (this.mode === 'side') { draw(view, first); draw(other, second); }
    if (this.mode === 'blink') draw(view, this.isSecond ? second : first);
    if (this.mode === 'difference') this.paintDifference(view, width, height);
    if (this.mode !== 'swipe') return;
    draw(view, first);
    const x = Math.round(this.share * width);
    const context = draw(view, second, x || 0.001);
    context.fillStyle = '#fff';
    context.fillRect(x - 1, 0, 2, height);
  }

  paintDifference(view, width, height) {
    const pixels = picture => {
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      context.drawImage(picture, 0, 0, width, height);
      return context.getImageData(0, 0, width, height);
    };
    const [a, b] = this.pair.map(pixels);
    let largest = 0, count = 0;
    for (let i = 0; i < a.data.length; i += 4) {
      let most = 0;
      for (let c = 0; c < 3; c += 1) {
        const d = Math.abs(a.data[i + c] - b.data[i + c]);
        if (d > most) most = d;
        a.data[i + c] = d * this.gain;
      }
      const alpha = Math.abs(a.data[i + 3] - b.data[i + 3]);
      if (alpha > most) most = alpha;
      a.data[i + 3] = 255;
      if (most) count += 1;
      if (most > largest) largest = most;
    }
    view.getContext('2d').putImageData(a, 0, 0);
    this.figures.textContent = count ? `${count} of ${width * height} pixels differ, by up to ${largest} of 255` : 'no pixel differs';
  }
}

/** The delivered file's frame beside the drawn one, in place of the picture. */
class DeliveredComparison {
  constructor() {
    this.view = new CompareView($('compare-view'), ['drawn', 'delivered']);
    this.frames = new Map();
    this.load = debounced(() => this.fetch(), 60);
    $('compare').addEventListener('change', event => this.setMode(event.target.value));
    on('shown', () => this.update());
    on('job', () => { this.frames.clear(); this.update(); });
  }

  get isOn() { return $('compare').value !== 'off'; }

  setMode(mode) {
    const isOn = mode !== 'off';
    $('compare-view').hidden = !isOn;
    $('frame-box').hidden = isOn;
    if (!isOn) return this.view.stop();
    this.view.setMode(mode);
    this.update();
  }

  off() {
    $('compare').value = 'off';
    this.setMode('off');
  }

  update() {
    if (!this.isOn || !state.job || !player.shownImage) return;
    const delivered = this.frames.get(player.shownFrame);
    if (delivered) this.view.show(...delivered);
    else this.load();
  }

  /** The drawn frame at the delivered file's size. */
  async drawn(frame, width) {
    const { shownImage, shownFrame, source } = player;
    if (shownFrame === frame && shownImage.width === width) return shownImage;
    const { file, variant, revision } = source;
    return fetchPicture('/api/frame', { file, variant, revision, frame, scale: width / source.width });
  }

  async fetch() {
    if (!this.isOn || !state.job) return;
    const frame = player.shownFrame;
    const { file, variant } = state.job;
    try {
      const image = await fetchPicture('/api/delivered', { file, variant, frame });
      const drawn = await this.drawn(frame, image.width);
      if (this.frames.size > 40) this.frames.clear();
      if (state.job?.file === file) this.frames.set(frame, [canvasOf(drawn), canvasOf(image)]);
      if (frame === player.shownFrame) this.update();
      else this.load();
    } catch (error) {
      this.off();
      say(error.status === 404 ? 'This job is not delivered yet: render it first' : error.message, error.status !== 404);
    }
  }
}
