/** The part of the video that the timeline shows: all of it, or less, down to single frames. */
class TimelineView {
  constructor() {
    this.from = 0;
    this.span = 1;
    this.key = '';
    on('job', () => this.fit());
    on('frame', () => this.follow());
    $('time-in').addEventListener('click', () => this.zoom(0.5));
    $('time-out').addEventListener('click', () => this.zoom(2));
    $('time').addEventListener('wheel', event => this.wheel(event), { passive: false });
    this.makeOverview($('overview'));
  }

  get total() { return state.job?.seconds || 1; }
  get to() { return this.from + this.span; }
  get least() { return Math.min(this.total, 8 / player.fps); }
  get isWhole() { return this.span >= this.total - 1e-9; }

  share(seconds) { return (seconds - this.from) / this.span; }
  percent(seconds) { return `${(this.share(seconds) * 100).toFixed(4)}%`; }

  /** All of a job that is opened; another length keeps the part. */
  fit(isForced = false) {
    const key = state.job ? state.job.file : '';
    const wasWhole = this.span >= (this.lastTotal ?? 0) - 1e-9;
    this.lastTotal = this.total;
    if (isForced || key !== this.key || wasWhole) return this.show(0, this.total, key);
    return this.show(this.from, this.span, key);
  }

  show(from, span, key = this.key) {
    this.key = key;
    this.span = clamp(span, this.least, this.total);
    this.from = clamp(from, 0, this.total - this.span);
    this.drawOverview();
    emit('time-view');
  }

  /** Around the playhead, or another instant. */
  zoom(factor, around = clamp(player.seconds, this.from, this.to)) {
    const span = clamp(this.span * factor, this.least, this.total);
    this.show(around - (around - this.from) * (span / this.span), span);
  }

  /** Playing and stepping keep the playhead in sight. */
  follow() {
    if (this.isWhole || timeline.isDragging) return;
    const at = player.seconds;
    if (at < this.from || at >= this.to) this.show(player.isPlaying ? at : at - this.span / 2, this.span);
  }

  wheel(event) {
    if (!state.job) return;
    const along = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !event.metaKey && !along) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(clamp(event.deltaY, -200, 200) / 300), timeline.secondsAt(event));
    const delta = (event.deltaX || event.deltaY) / Math.max(1, timeline.ruler.clientWidth);
    this.show(this.from + delta * this.span, this.span);
  }

  makeOverview(bar) {
    let from = 0, grabbed = 0;
    const at = event => { const b = bar.getBoundingClientRect(); return ((event.clientX - b.left) / b.width) * this.total; };
    drag(bar, {
      start: event => {
        const point = at(event);
        if (point < this.from || point > this.to) this.show(point - this.span / 2, this.span);
        [from, grabbed] = [this.from, point];
      },
      move: event => this.show(from + at(event) - grabbed, this.span),
    });
    bar.addEventListener('keydown', event => {
      const step = { ArrowLeft: -0.2, ArrowRight: 0.2, PageUp: -0.9, PageDown: 0.9 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      this.show(this.from + step * this.span, this.span);
    });
  }

  drawOverview() {
    const bar = $('overview');
    const thumb = bar.firstChild;
    thumb.style.left = `${(this.from / this.total) * 100}%`;
    thumb.style.width = `${(this.span / this.total) * 100}%`;
    thumb.hidden = this.isWhole;
    const rest = this.total - this.span;
    bar.setAttribute('aria-valuenow', rest > 1e-9 ? Math.round((this.from / rest) * 100) : 0);
    bar.setAttribute('aria-valuetext', `from ${secondsText(this.from, 2)} to ${secondsText(this.to, 2)}`);
    $('time-out').disabled = this.isWhole;
  }

  /** Where the ruler has numbers, and their text; and smaller marks at frames, where there is room. */
  ticks(width) {
    const { fps } = player;
    const frame = 1 / fps;
    const steps = [1, 2, 5].map(n => n * frame).filter(s => s < 0.1).concat([0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600]);
    const step = steps.find(s => (s / this.span) * width >= (s < 0.1 ? 62 : 44)) || 600;
    const isFine = step < 0.1;
    const marks = [];
    for (let n = Math.ceil(this.from / step - 1e-6); n * step <= this.to + 1e-9; n += 1) {
      const at = n * step;
      if (this.share(at) > 0.985 && n > 0) continue;
      marks.push({ at, text: isFine ? `${rounded(at, 2)} · ${Math.round(at * fps)}` : String(rounded(at, 1)) });
    }
    const frames = [];
    if ((frame / this.span) * width >= 6) for (let n = Math.ceil(this.from * fps - 1e-6); n <= this.to * fps + 1e-6; n += 1) frames.push(n / fps);
    return { marks, frames };
  }
}
