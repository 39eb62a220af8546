/** Rows of sounds on the timeline: their waveforms as bars, which are moved and trimmed by dragging or by keys. */
class SoundBars {
  constructor() {
    /** The peaks of files by their names, `{ values, rate, seconds }`; null while they come, false where there are none. */
    this.peaks = new Map();
    /** Paths that were drawn, by what they show. */
    this.waves = new Map();
    this.loading = null;
    on('opened', () => this.peaks.clear());
    on('job', () => this.load());
  }

  /** Asks for the peaks of one file after the other. */
  async load() {
    if (this.loading) return;
    const next = () => (state.job?.sounds || []).findIndex(s => s.isOwn && !this.peaks.has(this.key(s)));
    this.loading = true;
    for (let index = next(); index >= 0; index = next()) {
      const { file, variant, revision } = state.job, key = this.key(state.job.sounds[index]);
      this.peaks.set(key, null);
      try {
        const response = await request('/api/peaks', { file, variant, revision, sound: index });
        this.peaks.set(key, { values: new Int8Array(await response.arrayBuffer()), rate: Number(response.headers.get('X-Rate')), seconds: Number(response.headers.get('X-Seconds')) });
      } catch (error) {
        // A failure without a status is one of the connection.
        const isRefused = error.status && error.status !== 409;
        isRefused ? this.peaks.set(key, false) : this.peaks.delete(key);
        if (!isRefused && state.job?.revision === revision) break;
      }
      timeline.build();
    }
    this.loading = null;
  }

  /** A file that changes has another revision's peaks. */
  key(sound) { return `${sound.source ?? ''}:${sound.file}!${sound.stamp ?? ''}`; }

  // Rows

  rows(job) { return job.sounds.map((sound, index) => (sound.isOwn ? this.row(sound, index) : this.marks(sound))); }

  /** The sound of a clip or a job has its bar elsewhere. */
  marks(sound) {
    return h('div', { class: 'track is-sound' },
      h('div', { class: 'track-name', style: 'padding-left:6px' }, h('span', { class: 'no-fold' }), h('span', { class: 'name', title: sound.file }, sound.id || sound.file)),
      h('div', { class: 'lane' }, sound.starts.map(at => h('i', { class: 'cue', style: `left:${timeView.percent(at)};pointer-events:auto`, title: `${sound.file} at ${secondsText(at)}` }))));
  }

  row(sound, index) {
    const name = h('button', { type: 'button', class: 'name', title: `${sound.file}: ${keyName('alt ')}← → move it, with ${keyName('shift ')}its end`, dataset: { sound: sound.id }, 'aria-label': `Sound ${sound.id}`, onclick: () => this.go(sound) }, sound.id);
    name.addEventListener('keydown', event => this.pressed(event, sound));
    return h('div', { class: 'track is-sound', dataset: { sound: index } },
      h('div', { class: 'track-name', style: 'padding-left:6px' }, h('span', { class: 'no-fold' }), name, this.fixed(sound) ? null : iconButton('bin', `Delete ${sound.id}`, () => this.remove(sound), { class: 'quiet icon-only row-tool', tabindex: -1 })),
      h('div', { class: 'lane' }, sound.starts.slice(0, 200).map((at, n) => this.bar(sound, at, n)), sound.starts.length > 1 ? sound.starts.map(at => h('i', { class: 'cue', style: `left:${timeView.percent(at)}`, title: `${sound.file} at ${secondsText(at)}` })) : null));
  }

  go(sound) {
    if (!sound.starts.length) return;
    player.pause();
    player.seek(clamp(Math.round(sound.starts[0] * player.fps), 0, player.frames - 1));
  }

  /** The part of the file that is heard, in its own seconds; nothing where the file's length is not known yet. */
  part(sound) {
    const peaks = this.peaks.get(this.key(sound)), to = sound.to ?? (peaks ? peaks.seconds : null);
    return to === null ? null : { from: sound.from, to: Math.max(sound.from, to), length: Math.max(0, to - sound.from) / sound.speed };
  }

  end(sound, start) {
    const part = this.part(sound);
    return sound.loop || !part ? timeline.seconds : Math.min(timeline.seconds, start + part.length);
  }

  bar(sound, start, n) {
    const why = this.fixed(sound), isFirst = n === 0, end = this.end(sound, start);
    const bar = h('div', { class: `span sound-span${why || !isFirst ? ' is-fixed' : ''}`, dataset: isFirst ? { soundBar: sound.id } : {}, title: why || (isFirst ? `${sound.id}: drag to move, its ends to trim` : `${sound.id}, again: drag the first one to move all`), style: bars.style(start, end) });
    this.draw(bar, sound, start, end);
    if (why || !isFirst) { bar.addEventListener('click', () => { if (why) say(why); }); return bar; }
    for (const [element, part] of [[bar, 'move'], [h('i', { class: 'grip is-start' }), 'start'], [sound.loop ? null : h('i', { class: 'grip is-end' }), 'end']]) {
      if (!element) continue;
      if (element !== bar) bar.append(element);
      this.listen(element, bar, sound, start, part);
    }
    return bar;
  }

  /** The waveform of what is in sight, a line for each pixel. */
  draw(bar, sound, start, end) {
    const peaks = this.peaks.get(this.key(sound)), part = this.part(sound);
    if (!peaks || !part || !part.length) return;
    const width = timeline.ruler.clientWidth || 600, perSecond = width / timeView.span;
    const [from, to] = [Math.max(start, timeView.from), Math.min(end, timeView.to)];
    const count = Math.round((to - from) * perSecond);
    if (count < 2) return;
    const key = [this.key(sound), sound.from, part.to, sound.speed, sound.loop, rounded(from - start, 4), rounded(perSecond, 2), count].join();
    if (this.waves.size > 600) this.waves.clear();
    if (!this.waves.has(key)) this.waves.set(key, this.wave(sound, peaks, part, from - start, perSecond, count));
    bar.append(svg('svg', { class: 'wave', viewBox: `0 0 ${count} 16`, preserveAspectRatio: 'none', 'aria-hidden': 'true', style: `left:${((from - start) / (end - start)) * 100}%;width:${((to - from) / (end - start)) * 100}%` }, svg('path', { d: this.waves.get(key) })));
  }

  wave(sound, { values, rate }, part, offset, perSecond, count) {
    const middle = 8, lines = [];
    for (let x = 0; x < count; x += 1) {
      const [a, b] = [x, x + 1].map(p => {
        const played = (offset + p / perSecond) * sound.speed;
        return Math.floor((sound.from + (sound.loop ? played % (part.to - part.from) : played)) * rate);
      });
      let [low, high] = [0, 0];
      for (let n = a; n <= Math.max(a, Math.min(b, a + 4096) - 1) && 2 * n + 1 < values.length; n += 1) [low, high] = [Math.min(low, values[2 * n]), Math.max(high, values[2 * n + 1])];
      lines.push(`M${x + 0.5} ${(middle - Math.max(0.4, (high / 127) * 7.5)).toFixed(1)}V${(middle + Math.max(0.4, (-low / 127) * 7.5)).toFixed(1)}`);
    }
    return lines.join('');
  }

  // Edits

  /** Why a sound's time cannot be dragged; nothing where it can. */
  fixed(sound) {
    if (structure.obstacle) return structure.obstacle;
    const { start, trim, speed } = sound.json || {};
    if (typeof start === 'string' || (isObject(start) && ['at', 'delay'].some(k => typeof start[k] === 'string'))) return `The start of ${sound.id} is computed`;
    if ([trim, speed].some(v => typeof v === 'string') || (Array.isArray(trim) && !trim.every(Number.isFinite))) return `The trim of ${sound.id} is computed`;
    return null;
  }

  /** The edits that begin a sound so much later; after a moment or cue its delay changes. */
  startEdits(sound, by) {
    const start = sound.json?.start, path = `${sound.path}.start`;
    const set = (path, old, value) => (old === undefined && value === 0 ? { path, remove: true } : { path, value });
    if (isObject(start) && start.at === undefined) return [set(`${path}.delay`, start.delay, rounded((start.delay ?? 0) + by))];
    if (isObject(start)) return [{ path: `${path}.at`, value: rounded(start.at + by) }];
    return [set(path, start, rounded((start ?? 0) + by))];
  }

  /** Sets what is heard of the file, as little as says so. */
  trimEdits(sound, from, to) {
    const path = `${sound.path}.trim`, old = sound.json?.trim;
    const [a, b] = [rounded(from), to === null ? null : rounded(to)];
    if (!Array.isArray(old) || (b !== null && old.length < 2) || !old.length) return [{ path, value: b === null ? [a] : [a, b] }];
    return [{ path: `${path}[0]`, value: a }, ...(b === null ? [] : [{ path: `${path}[1]`, value: b }])];
  }

  edits(sound, part, by) {
    if (part === 'move') return this.startEdits(sound, by);
    const { from, to } = this.part(sound);
    if (part === 'start') return [...this.startEdits(sound, by), ...this.trimEdits(sound, from + by * sound.speed, sound.to)];
    return this.trimEdits(sound, from, to + by * sound.speed);
  }

  /** Seconds by which a part may go: no more than the file has, and its end stays behind its start. */
  clamped(sound, part, by) {
    // Only after a moment may it begin before the video does.
    const least = isObject(sound.json?.start) ? -Infinity : -sound.starts[0];
    if (part === 'move') return Math.max(by, least);
    const { from, to, length } = this.part(sound), frame = 1 / player.fps;
    if (part === 'start') return clamp(by, Math.max(least, -from / sound.speed), Math.max(0, length - frame));
    const peaks = this.peaks.get(this.key(sound));
    return clamp(by, Math.min(0, frame - length), Math.max(0, (peaks.seconds - to) / sound.speed));
  }

  label(sound, part) { return `${part === 'move' ? 'moving' : 'trimming'} ${sound.id}`; }

  listen(element, bar, sound, start, part) {
    const end = this.end(sound, start);
    let from = 0, by = 0, isMoved = false, targets = [];
    drag(element, {
      start: event => {
        event.stopPropagation();
        if (part !== 'move' && !this.peaks.get(this.key(sound))) { say('The file is being read, or cannot be', true); return false; }
        timeline.isDragging = true;
        [from, by, isMoved, targets] = [timeline.secondsAt(event), 0, false, snapping.times(null).filter(t => t.name !== sound.id)];
        return true;
      },
      move: event => {
        const moved = timeline.secondsAt(event) - from;
        if (!isMoved && Math.abs(moved) * timeline.ruler.clientWidth / timeView.span < 3) return;
        const anchor = part === 'end' ? end : start;
        const [near, name] = snapping.time(anchor + moved, event, null, part === 'move' && !sound.loop ? [0, end - start] : [0], targets);
        const at = name ? near : Math.round(near * player.fps) / player.fps;
        const next = rounded(this.clamped(sound, part, at - anchor), 4);
        if (next === by) return;
        [by, isMoved] = [next, true];
        bar.setAttribute('style', bars.style(part === 'end' ? start : start + by, part === 'start' || sound.loop ? end : end + by));
        editor.editAll(this.edits(sound, part, by), { isDrag: true, key: this.label(sound, part), label: this.label(sound, part) });
      },
      end: () => {
        timeline.isDragging = false;
        snapping.hideTime();
        if (isMoved) editor.endDrag(() => timeline.build());
        else this.go(sound);
      },
    });
  }

  pressed(event, sound) {
    const frames = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); event.stopPropagation(); return this.remove(sound); }
    if (!event.altKey || !frames) return undefined;
    event.preventDefault();
    event.stopPropagation();
    return this.nudge(sound, event.shiftKey ? 'end' : 'move', frames / player.fps);
  }

  /** By seconds, with keys. */
  nudge(sound, part, seconds) {
    const why = this.fixed(sound);
    if (why || (part === 'end' && sound.loop)) return say(why || `${sound.id} plays until the video ends`, true);
    if (part === 'end' && !this.peaks.get(this.key(sound))) return say('The file is being read, or cannot be', true);
    return editor.editAll(this.edits(sound, part, rounded(this.clamped(sound, part, seconds), 4)), { label: this.label(sound, part) });
  }

  remove(sound) {
    const why = this.fixed(sound) || (sound.source ? `${sound.id} stands in ${sources.name(sound.source)}, and is deleted there` : null);
    if (why) return say(why, true);
    const isOnly = state.job.sounds.filter(s => s.isOwn && !s.source).length === 1;
    return editor.editAll([isOnly ? { path: 'sounds', remove: true } : { path: sound.path, delete: true }], { label: `deleting ${sound.id}` }).then(() => say(`${sound.id} is deleted. ${keyName('mod Z')} brings it back`));
  }
}
