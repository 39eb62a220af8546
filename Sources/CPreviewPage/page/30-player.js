const memoryBudget = 1.2e9;
const frameCache = new FrameCache(memoryBudget);
const frameLoader = new FrameLoader(frameCache);

/** Shows frames of the job, at the playhead or by the clock. */
class Player {
  constructor() {
    this.canvas = $('canvas');
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.source = null;
    this.fps = 60;
    this.frame = 0;
    this.shownFrame = -1;
    this.shownImage = null;
    this.shownKey = '';
    this.showsDraft = false;
    this.isPlaying = false;
    /** Whether frames come too slowly to be played: smaller ones without motion blur are, until those are there. */
    this.playsDrafts = false;
    this.fetchedBefore = 0;
    this.direction = 1;
    this.speed = 1;
    this.isLooping = true;
    this.inPoint = null;
    this.outPoint = null;
    this.zoom = remembered('zoom', 'fit');
    this.scale = 1;
    /** The size of a pixel of a small film that is fitted into the room. */
    this.enlargement = 1;
    this.draftScale = 0.5;
    this.background = 'as-is';
    this.stats = { fetched: 0, shown: 0, dropped: 0, lastLatency: 0 };
    this.seekBegun = 0;
    this.shownTimes = [];
    frameLoader.wanted = () => this.wanted();
    frameLoader.order = () => this.keysByDistance();
    frameLoader.onArrival = want => this.arrived(want);
    frameLoader.onFailure = (want, error) => this.fetchFailed(want, error);
    this.tick = this.tick.bind(this);
  }

  get frames() { return this.source?.frames || 0; }
  get first() { return clamp(this.inPoint ?? 0, 0, Math.max(0, this.frames - 1)); }
  get last() { return clamp(this.outPoint ?? this.frames - 1, this.first, Math.max(0, this.frames - 1)); }
  get length() { return this.last - this.first + 1; }
  get isClear() { return this.background !== 'as-is'; }
  get seconds() { return this.frame / this.fps; }

  // Sources

  /** Another job, variant or revision; the picture stays until the next one is there. */
  setSource(source, fps) {
    this.source = source;
    this.playsDrafts = false;
    this.fps = fps;
    frameLoader.forget();
    this.frame = clamp(this.frame, 0, Math.max(0, source.frames - 1));
    this.shownKey = '';
    this.layout();
    this.restartClock();
    this.refresh();
    emit('frame');
  }

  clear() {
    this.pause();
    this.source = null;
    this.shownFrame = -1;
    this.shownImage = null;
    this.inPoint = this.outPoint = null;
    frameLoader.forget();
    this.canvas.width = this.canvas.height = 1;
  }

  key(frame, isDraft) { return this.source.key(this.want(frame, isDraft)); }
  isReady(frame) { return !!this.source && frameCache.has(this.key(frame)); }
  image(frame) { return this.source && frameCache.get(this.key(frame)); }

  /** A frame as it is played: itself, or else a draft of it. */
  playedImage(frame) { return this.image(frame) || (this.playsDrafts ? frameCache.get(this.key(frame, true)) : undefined); }

  // Frames to fetch

  /** The frame some steps ahead in playing direction; null beyond the end. */
  ahead(steps, frame = this.frame) {
    const { first, last, length } = this;
    const next = frame + steps * this.direction;
    if (next >= first && next <= last) return next;
    if (!this.isLooping && this.isPlaying) return null;
    return first + ((((next - first) % length) + length) % length);
  }

  want(frame, isDraft = false) {
    return { source: this.source, frame, scale: isDraft ? this.draftScale : this.scale, isClear: this.isClear, isDraft };
  }

  *wanted() {
    if (!this.source || this.source.isOutdated || !this.frames || document.hidden || state.view === 'grid') return;
    const inside = this.frame >= this.first && this.frame <= this.last;
    if (!inside || !this.isPlaying) yield this.want(this.frame);
    if (this.isPlaying) yield* this.wantedWhilePlaying();
    else if (isPressed('onion')) yield* [this.frame - 1, this.frame + 1].filter(n => n >= 0 && n < this.frames).map(n => this.want(n));
    if (!this.source.digests && performance.now() < this.source.waitsUntil) return;
    const count = Math.min(this.length, this.capacity);
    for (let step = 0; step < count; step += 1) {
      const frame = this.ahead(step);
      if (frame !== null) yield this.want(frame);
    }
  }

  /** Where the server is slower than the clock, frames that are evenly apart, each asked for before it is due. */
  *wantedWhilePlaying() {
    const rate = this.fps * this.speed;
    if (this.isTooSlow(rate)) {
      this.playsDrafts = true;
      frameLoader.forget();
      frameLoader.restartMeasuring();
    }
    const stride = Math.max(1, Math.ceil((frameLoader.expectedInterval * rate) / 1000 * 1.15));
    const late = stride > 1 ? Math.ceil((frameLoader.expectedLatency * rate) / 1000) : 0;
    const lead = this.isLooping ? late % this.length : Math.min(late, this.length - 1);
    const reach = Math.min(this.length, this.capacity);
    let last = -Infinity;
    for (let step = Math.max(0, lead - stride); step < reach; step += 1) {
      const frame = this.ahead(step);
      if (frame === null) return;
      const isComing = frameLoader.requests.has(this.key(frame, this.playsDrafts));
      if (this.playedImage(frame) || isComing) last = step;
      else if (step >= lead && step - last >= stride) {
        last = step;
        yield this.want(frame, this.playsDrafts);
      }
    }
  }

  /** Whether fewer than 30 frames a second come, after a few of them or a quarter of a second. */
  isTooSlow(rate) {
    if (this.playsDrafts) return false;
    const hasBegun = frameLoader.fetched - this.fetchedBefore >= 4;
    return frameLoader.age > 250 || (hasBegun && frameLoader.interval > Math.max(1000 / rate, 1000 / 30) * 1.05);
  }

  /** The number of frames of this size that fit in memory. */
  get capacity() {
    const bytes = this.source.width * this.source.height * this.scale * this.scale * 4;
    return Math.max(16, Math.floor((memoryBudget * 0.85) / Math.max(1, bytes)));
  }

  keysByDistance() {
    if (!this.source) return [];
    const keys = [];
    for (let step = 0; step < this.frames; step += 1) {
      const ahead = this.frame + step * this.direction;
      const behind = this.frame - Math.ceil(step / 2) * this.direction;
      for (const frame of step % 2 ? [ahead, behind] : [ahead]) {
        keys.push(this.key(((frame % this.frames) + this.frames) % this.frames));
      }
    }
    return keys;
  }

  arrived() {
    this.stats.fetched = frameLoader.fetched;
    if (!this.isPlaying) this.refresh();
    emit('ready');
  }

  fetchFailed(want, error) {
    if (want.source !== this.source) return;
    if (error.status === 409) this.outdate();
    if (error.status === 409) emit('stale');
    else if (want.frame === this.frame) emit('frame-failed', error);
  }

  /** The job is about to change: nothing more of this revision is asked for. */
  outdate() {
    if (!this.source || this.source.isOutdated) return;
    this.source.isOutdated = true;
    frameLoader.forget();
  }

  // Showing

  /** Shows the playhead's frame if it is there, and asks for what is missing. */
  refresh() {
    if (!this.source) return;
    const image = this.image(this.frame);
    if (image) this.show(this.frame, image);
    const fault = image ? null : frameLoader.failed.get(this.key(this.frame));
    if (fault && fault.status === 422) emit('frame-failed', fault);
    $('waiting').hidden = !!image || this.shownImage !== null || state.view === 'grid';
    frameLoader.pump();
  }

  show(frame, image) {
    this.showsDraft = image !== this.image(frame);
    const key = this.key(frame, this.showsDraft);
    const isOther = image !== this.shownImage || key !== this.shownKey || frame !== this.shownFrame;
    if (image !== this.shownImage || key !== this.shownKey) this.paint(image);
    this.shownKey = key;
    this.shownFrame = frame;
    if (this.seekBegun && frame === this.frame) {
      this.stats.lastLatency = performance.now() - this.seekBegun;
      this.seekBegun = 0;
    }
    if (isOther) emit('shown');
  }

  paint(image) {
    const { canvas } = this;
    if (canvas.width !== image.width || canvas.height !== image.height) {
      canvas.width = image.width;
      canvas.height = image.height;
      if (!this.showsDraft) this.place(image.width, image.height);
    }
    this.context.putImageData(image, 0, 0);
    this.shownImage = image;
  }

  // Size

  get zoomFactor() { return this.zoom === 'fit' ? 1 : Number(this.zoom); }

  /** Chooses the scale; frames come at exactly the pixels of the screen, or at the job's own where these are larger. */
  layout() {
    if (!this.source) return;
    const area = $('picture');
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.source;
    const old = this.scale;
    if (this.zoom === 'fit') {
      const fit = Math.min(((area.clientWidth - 16) * ratio) / width, ((area.clientHeight - 16) * ratio) / height);
      this.scale = this.even(clamp(fit, 0.02, 1));
      // A film that is smaller than the room for it is enlarged.
      this.enlargement = Math.max(1, Math.floor(fit * 50) / 50);
    } else {
      this.scale = Math.min(1, this.zoomFactor);
    }
    this.place(Math.round(width * this.scale), Math.round(height * this.scale));
    this.draftScale = this.even(this.scale / 2);
    if (old !== this.scale) {
      this.shownKey = '';
      this.playsDrafts = false;
      frameLoader.cancelUnwanted();
    }
  }

  /** The next smaller scale that makes whole pixels, where there is one nearby. */
  even(scale) {
    const gcd = (a, b) => (b ? gcd(b, a % b) : a);
    const parts = gcd(Math.round(this.source.width), Math.round(this.source.height));
    const steps = parts >= 24 ? parts : 1000;
    return Math.max(1, Math.floor(scale * steps)) / steps;
  }

  place(width, height) {
    const area = $('picture');
    const box = $('frame-box');
    const ratio = window.devicePixelRatio || 1;
    const factor = (this.zoom === 'fit' ? this.enlargement : Math.max(1, this.zoomFactor)) / ratio;
    const [w, h] = [width * factor, height * factor];
    const offset = (outer, inner) => Math.max(0, Math.floor(((outer - inner) / 2) * ratio) / ratio);
    box.style.width = `${w}px`;
    box.style.height = `${h}px`;
    box.style.marginLeft = `${offset(area.clientWidth, w)}px`;
    box.style.marginTop = `${offset(area.clientHeight, h)}px`;
    box.classList.toggle('is-enlarged', this.zoomFactor > 1);
    emit('placed');
  }

  setZoom(zoom) {
    this.zoom = zoom;
    remember('zoom', zoom);
    $('zoom').value = zoom;
    this.layout();
    this.refresh();
  }

  stepZoom(step) {
    const levels = ['0.25', '0.5', '1', '2', '4', '8'];
    const current = this.zoom === 'fit' ? this.scale : Number(this.zoom);
    const next = step > 0 ? levels.find(z => Number(z) > current + 1e-6) : levels.findLast(z => Number(z) < current - 1e-6);
    if (next) this.setZoom(next);
  }

  setBackground(background) {
    this.background = background;
    $('frame-box').dataset.background = background;
    this.shownKey = '';
    frameLoader.cancelUnwanted();
    this.refresh();
  }

  // The playhead

  seek(frame, { isScrubbing = false } = {}) {
    if (!this.source) return;
    const next = clamp(Math.round(frame), 0, this.frames - 1);
    this.frame = next;
    this.seekBegun = performance.now();
    if (this.isPlaying && !isScrubbing) this.restartClock();
    else if (this.isPlaying) this.pause();
    if (!this.isReady(next)) frameLoader.cancelUnwanted();
    emit('frame');
    this.refresh();
  }

  step(count) {
    this.pause();
    this.seek(this.frame + count);
  }

  play(direction = this.direction) {
    if (!this.source || !this.frames) return;
    this.direction = direction;
    const isAtEnd = direction > 0 ? this.frame >= this.last : this.frame <= this.first;
    if (this.frame < this.first || this.frame > this.last || isAtEnd) this.frame = direction > 0 ? this.first : this.last;
    const wasPlaying = this.isPlaying;
    this.isPlaying = true;
    this.fetchedBefore = frameLoader.fetched;
    frameLoader.lastArrival = 0;
    this.restartClock();
    emit('playing');
    if (!wasPlaying) requestAnimationFrame(this.tick);
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.direction = 1;
    sound.stop();
    emit('playing');
    emit('frame');
    this.refresh();
  }

  toggle() { this.isPlaying ? this.pause() : this.play(1); }

  setSpeed(speed) {
    this.speed = speed;
    this.restartClock();
    emit('playing');
  }

  /** A new point stays; an old one beyond it goes. */
  setRange(inPoint, outPoint) {
    if (inPoint !== null && outPoint !== null && inPoint > outPoint) outPoint === this.outPoint ? (outPoint = null) : (inPoint = null);
    this.inPoint = inPoint;
    this.outPoint = outPoint;
    this.restartClock();
    emit('range');
    frameLoader.pump();
  }

  setLooping(value) {
    this.isLooping = value;
    this.restartClock();
    emit('range');
  }

  // The clock

  restartClock() {
    if (!this.isPlaying) return;
    this.frame = clamp(this.frame, this.first, this.last);
    this.clockStart = performance.now();
    this.clockOffset = this.direction > 0 ? this.frame - this.first : this.last - this.frame;
    this.clockSteps = Math.floor(this.clockOffset);
    sound.stop();
    if (this.speed === 1 && this.direction > 0) sound.start(this);
  }

  /** Frames since the start of the range, not yet wrapped. */
  clock(now) {
    const elapsed = sound.elapsed((now - this.clockStart) / 1000) ?? Math.max(0, now - this.clockStart) / 1000;
    return this.clockOffset + elapsed * this.fps * this.speed;
  }

  tick(now) {
    if (!this.isPlaying) return;
    requestAnimationFrame(this.tick);
    const steps = Math.floor(this.clock(now) + 1e-6);
    const passed = Math.max(0, steps - this.clockSteps);
    if (!this.isLooping && steps >= this.length) return this.reachEnd();
    this.clockSteps = Math.max(steps, this.clockSteps);
    const offset = this.clockSteps % this.length;
    this.frame = this.direction > 0 ? this.first + offset : this.last - offset;
    if (passed > 0) {
      this.showByClock(passed);
      emit('frame');
    }
    frameLoader.pump();
  }

  reachEnd() {
    this.frame = this.direction > 0 ? this.last : this.first;
    this.pause();
  }

  showByClock(passed) {
    const expected = Math.max(1, Math.ceil(this.speed));
    const before = this.shownFrame;
    const frame = this.nearestReady();
    const isNew = frame !== null && (frame !== before || frame === this.frame);
    if (isNew) {
      this.show(frame, this.playedImage(frame));
      this.stats.shown += 1;
      this.shownTimes.push(performance.now());
    }
    this.stats.dropped += Math.max(0, isNew ? passed - expected : passed);
  }

  /** The clock's frame if it is there, or the nearest earlier one that is newer than what is shown. */
  nearestReady() {
    for (let step = 0; step < this.length; step += 1) {
      const frame = this.ahead(-step);
      if (frame === null) return null;
      if (this.playedImage(frame)) return frame;
      if (frame === this.shownFrame && step > 0) return null;
    }
    return null;
  }

  /** Frames shown in the last second. */
  get shownRate() {
    const now = performance.now();
    while (this.shownTimes.length && now - this.shownTimes[0] > 1000) this.shownTimes.shift();
    return this.shownTimes.length;
  }
}
