/** The ruler, and a row for each stage. */
class Timeline {
  constructor() {
    this.ruler = $('timeline');
    this.tracks = $('tracks');
    this.isCollapsed = new Set();
    const scrub = event => player.seek(this.frameAt(event), { isScrubbing: true });
    drag(this.ruler, { start: scrub, move: scrub });
    drag(this.tracks, {
      start: event => {
        if (event.target.closest('button, .keyframe') || !event.target.closest('.lane')) return false;
        scrub(event);
        return true;
      },
      move: scrub,
    });
    this.drawReady = coalesced(() => this.drawReadiness());
    on('job', () => this.build());
    on('stage', () => this.build());
    on('frame', () => this.movePlayhead());
    on('range', () => this.showRange());
    on('ready', () => this.drawReady());
    new ResizeObserver(() => { this.alignRuler(); this.drawTicks(); this.drawReady(); this.movePlayhead(); }).observe(this.ruler);
    on('digests', () => this.drawReady());
    on('placed', () => this.drawReady());
  }

  get seconds() { return state.job?.seconds || 1; }
  share(seconds) { return clamp(seconds / this.seconds, 0, 1); }
  percent(seconds) { return `${(this.share(seconds) * 100).toFixed(3)}%`; }

  frameAt(event) {
    const bounds = this.ruler.getBoundingClientRect();
    return Math.floor(clamp((event.clientX - bounds.left) / bounds.width, 0, 0.999999) * player.frames);
  }

  build() {
    if (this.isDragging) return;
    const { job } = state;
    const scroll = this.tracks.scrollTop;
    fill(this.tracks, ...(job ? [...this.rows(job), ...this.soundRows(job)] : []));
    this.tracks.scrollTop = scroll;
    this.alignRuler();
    this.drawTicks();
    this.showRange();
    this.movePlayhead();
  }

  /** The ruler ends where the rows end, beside their scroll bar. */
  alignRuler() { $('time').style.setProperty('--gutter', `${this.tracks.offsetWidth - this.tracks.clientWidth}px`); }

  rows(job) {
    const hidden = new Set();
    return job.stages.map((stage, index) => {
      if (stage.parent !== null && (hidden.has(stage.parent) || this.isCollapsed.has(job.stages[stage.parent].id))) {
        hidden.add(index);
        return null;
      }
      return this.row(job, stage, index);
    }).filter(Boolean);
  }

  row(job, stage, index) {
    const isPicked = index === state.stage;
    const hasChildren = job.stages.some(other => other.parent === index);
    const fold = hasChildren && iconButton(this.isCollapsed.has(stage.id) ? 'plus' : 'down', 'Fold', () => this.fold(stage.id), { class: 'quiet fold', 'aria-expanded': String(!this.isCollapsed.has(stage.id)), 'aria-label': `Parts of ${stage.id}` });
    const name = h('button', { type: 'button', class: 'name', 'aria-pressed': String(isPicked), dataset: { stage: stage.id }, title: `${stage.id}: ${stage.stage}`, onclick: () => pickStage(index, true) }, stage.id);
    return h('div', { class: `track${isPicked ? ' is-picked' : ''}` },
      h('div', { class: 'track-name', style: `padding-left:${6 + stage.depth * 11}px` }, fold || h('span', { class: 'no-fold' }), name),
      h('div', { class: 'lane' }, this.span(stage), this.marks(stage), isPicked ? this.keyframes(stage) : null));
  }

  fold(id) {
    this.isCollapsed.has(id) ? this.isCollapsed.delete(id) : this.isCollapsed.add(id);
    this.build();
  }

  span({ start, end, depth }) {
    const from = this.share(start);
    const width = this.share(end ?? this.seconds) - from;
    return h('div', { class: `span depth-${Math.min(depth, 2)}`, style: `left:${from * 100}%;width:${Math.max(width * 100, 0.2)}%` });
  }

  marks(stage) {
    const moments = (stage.moments || []).map(({ name, seconds }) =>
      h('i', { class: 'moment', style: `left:${this.percent(seconds)}`, title: `${stage.id}.${name} at ${secondsText(seconds)}` }));
    const cues = (stage.cues || []).flatMap(({ name, seconds }) => seconds.slice(0, 400).map(at =>
      h('i', { class: 'cue', style: `left:${this.percent(at)}`, title: `${stage.id}.${name} at ${secondsText(at)}` })));
    return [...moments, ...cues];
  }

  keyframes(stage) {
    const marks = [];
    for (const parameter of stage.parameters) {
      if (!isMotion(parameter.json) || parameter.json.follow || parameter.file) continue;
      parameter.json.keyframes.forEach((frame, n) => {
        if (Number.isFinite(frame.at)) marks.push(this.keyframe(stage, parameter, frame, n));
      });
    }
    return marks;
  }

  /** Dragged in whole frames; a click goes there. The form has the same for the keyboard. */
  keyframe(stage, parameter, frame, n) {
    const mark = h('i', { class: 'keyframe', style: `left:${this.percent(stage.start + frame.at)}`, title: `${parameter.name} at ${secondsText(frame.at)} of ${stage.id}: drag to move` });
    let at = frame.at, isMoved = false;
    drag(mark, {
      start: event => { event.stopPropagation(); this.isDragging = true; },
      move: event => {
        const moved = rounded(Math.max(0, this.frameAt(event) / player.fps - stage.start), 3);
        if (moved === at) return;
        [at, isMoved] = [moved, true];
        mark.style.left = this.percent(stage.start + at);
        editor.edit(`${parameter.path}.keyframes[${n}].at`, at, { isDrag: true });
      },
      end: () => {
        this.isDragging = false;
        if (isMoved) editor.endDrag(() => this.build());
        else player.seek(Math.round((stage.start + at) * player.fps));
      },
    });
    return mark;
  }

  soundRows(job) {
    return (job.sounds || []).map(sound => h('div', { class: 'track is-sound' },
      h('div', { class: 'track-name', style: 'padding-left:6px' }, h('span', { class: 'no-fold' }), h('span', { class: 'name', title: sound.file }, sound.id || sound.file)),
      h('div', { class: 'lane' }, sound.starts.map(at => h('i', { class: 'cue', style: `left:${this.percent(at)}`, title: `${sound.file} at ${secondsText(at)}` })))));
  }

  drawTicks() {
    const width = this.ruler.clientWidth || 600;
    const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300].find(s => (s / this.seconds) * width >= 46) || 600;
    const ticks = [];
    for (let n = 0; n * step <= this.seconds + 1e-9; n += 1) {
      const at = n * step;
      if (this.share(at) > 0.985 && n > 0) continue;
      ticks.push(h('span', { style: `left:${this.percent(at)}` }, rounded(at, 1)));
    }
    fill($('ticks'), ...ticks);
  }

  showRange() {
    const { frames, first, last, inPoint, outPoint } = player;
    const isSet = inPoint !== null || outPoint !== null;
    const range = $('range');
    range.hidden = !isSet;
    range.style.left = `${(first / Math.max(1, frames)) * 100}%`;
    range.style.width = `${((last - first + 1) / Math.max(1, frames)) * 100}%`;
    $('range-label').textContent = isSet ? `${first} to ${last}` : '';
    this.ruler.setAttribute('aria-valuemax', Math.max(0, frames - 1));
    press('loop', player.isLooping);
  }

  movePlayhead() {
    const { frame, frames } = player;
    const time = $('time').getBoundingClientRect();
    const ruler = this.ruler.getBoundingClientRect();
    $('needle').style.transform = `translateX(${ruler.left - time.left + ((frame + 0.5) / Math.max(1, frames)) * ruler.width}px)`;
    this.ruler.setAttribute('aria-valuenow', frame);
    this.ruler.setAttribute('aria-valuetext', `frame ${frame}, ${secondsText(player.seconds)}`);
  }

  /** A line under the ruler where frames are in memory. */
  drawReadiness() {
    const canvas = $('ready');
    const width = Math.max(1, Math.round(this.ruler.clientWidth));
    canvas.width = width;
    canvas.height = 3;
    if (!player.source) return;
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ready');
    const { frames } = player;
    let from = -1;
    for (let frame = 0; frame <= frames; frame += 1) {
      const isReady = frame < frames && player.isReady(frame);
      if (isReady && from < 0) from = frame;
      if (isReady || from < 0) continue;
      context.fillRect((from / frames) * width, 0, Math.max(1, ((frame - from) / frames) * width), 3);
      from = -1;
    }
  }

  /** Times of all moments, and the ends of the video. */
  moments() {
    const times = (state.job?.stages || []).flatMap(stage => (stage.moments || []).map(m => m.seconds));
    return [...new Set(times.map(t => Math.round(t * player.fps)).filter(f => f >= 0 && f < player.frames))].sort((a, b) => a - b);
  }

  jump(direction) {
    const frames = this.moments();
    const next = direction > 0 ? frames.find(f => f > player.frame) : frames.findLast(f => f < player.frame);
    if (next === undefined) return;
    player.pause();
    player.seek(next);
  }
}
