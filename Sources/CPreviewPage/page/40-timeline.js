/** The ruler, and a row for each stage. */
class Timeline {
  constructor() {
    this.ruler = $('timeline');
    this.tracks = $('tracks');
    this.isCollapsed = new Set();
    const scrub = event => {
      player.seek(this.frameAt(event), { isScrubbing: true });
      if (event.ctrlKey || event.metaKey) sound.scrub(player.frame / player.fps);
    };
    drag(this.ruler, { start: scrub, move: scrub });
    drag(this.tracks, {
      start: event => {
        if (event.target.closest('button, .keyframe, .span') || !event.target.closest('.lane')) return false;
        scrub(event);
        return true;
      },
      move: scrub,
    });
    this.drawReady = coalesced(() => this.drawReadiness());
    on('opened', () => { this.isKnown = false; });
    on('job', () => { this.foldJobs(); this.build(); });
    on('stage', () => this.build());
    on('errors', () => { if (this.wasWrong !== !!state.errors.length) this.build(); this.wasWrong = !!state.errors.length; });
    for (const name of ['solo', 'own-time']) on(name, () => this.build());
    on('time-view', () => { this.build(); this.drawReady(); });
    on('frame', () => this.movePlayhead());
    on('range', () => this.showRange());
    on('ready', () => this.drawReady());
    new ResizeObserver(() => { this.alignRuler(); this.drawTicks(); this.drawReady(); this.movePlayhead(); }).observe(this.ruler);
    on('digests', () => this.drawReady());
    on('placed', () => this.drawReady());
  }

  get seconds() { return state.job?.seconds || 1; }
  percent(seconds) { return timeView.percent(seconds); }

  secondsAt(event) {
    const bounds = this.ruler.getBoundingClientRect();
    return timeView.from + ((event.clientX - bounds.left) / Math.max(1, bounds.width)) * timeView.span;
  }

  frameAt(event) { return clamp(Math.floor(this.secondsAt(event) * player.fps + 1e-6), 0, Math.max(0, player.frames - 1)); }

  build() {
    this.isStale = this.isDragging;
    if (this.isDragging) return;
    const { job } = state;
    const scroll = this.tracks.scrollTop;
    const focused = this.tracks.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.dataset.stage, label = focused?.getAttribute('aria-label');
    fill(this.tracks, ...(job ? [...this.rows(job), ...soundBars.rows(job)] : []));
    this.tracks.scrollTop = scroll;
    if (key || label) [...this.tracks.querySelectorAll('button')].find(b => (key ? b.dataset.stage === key : b.getAttribute('aria-label') === label))?.focus({ preventScroll: true });
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

  /** Jobs that stages show are folded at first. */
  foldJobs() {
    if (this.isKnown) return;
    this.isKnown = true;
    for (const { id } of state.job.stages) if (id.includes('/')) this.isCollapsed.add(id.slice(0, id.lastIndexOf('/')));
  }

  row(job, stage, index) {
    const isPicked = index === state.stage, isAmong = selection.has(index);
    const hasChildren = job.stages.some(other => other.parent === index);
    const fold = hasChildren && iconButton(this.isCollapsed.has(stage.id) ? 'right' : 'down', 'Fold', () => this.fold(stage.id), { class: 'quiet fold', 'aria-expanded': String(!this.isCollapsed.has(stage.id)), 'aria-label': `Parts of ${stage.id}` });
    const name = h('button', { type: 'button', class: 'name', 'aria-pressed': String(isAmong), dataset: { stage: stage.id }, title: `${stage.id}: ${stage.stage}`, onclick: event => { if (!rows.wasCarried) event.shiftKey ? selection.toggle(index) : pickStage(index, true); } }, stage.id);
    const isHidden = structure.isHidden(stage);
    const isMuted = structure.solo !== null && structure.solo !== stage.id;
    const row = h('div', { class: `track${isAmong ? ' is-picked' : ''}${isHidden ? ' is-hidden' : ''}${isMuted ? ' is-muted' : ''}`, dataset: { path: stage.path, index } },
      h('div', { class: 'track-name', style: `padding-left:${4 + stage.depth * 11}px` }, fold || h('span', { class: 'no-fold' }), name, rows.tools(stage, index, isHidden)),
      h('div', { class: 'lane' }, bars.bar(stage, index), this.marks(stage), isPicked ? this.keyframes(stage) : null));
    rows.listen(row, name, stage, index);
    return row;
  }

  fold(id) {
    this.isCollapsed.has(id) ? this.isCollapsed.delete(id) : this.isCollapsed.add(id);
    this.build();
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
      if (!isMotion(parameter.json) || parameter.json.follow) continue;
      parameter.json.keyframes.forEach((frame, n) => {
        const seconds = Number.isFinite(frame.at) ? motions.videoTime(stage, parameter.name, n, frame.at) : null;
        if (seconds !== null) marks.push(this.keyframe(stage, parameter, frame, n, seconds));
      });
    }
    return marks;
  }

  /** Dragged in whole frames; a click goes there. The form has the same for the keyboard. */
  keyframe(stage, parameter, frame, n, seconds) {
    const mark = h('i', { class: 'keyframe', style: `left:${this.percent(seconds)}`, title: `${parameter.name} at ${secondsText(frame.at)} of ${stage.id}: drag to move` });
    let at = frame.at, shown = seconds, isMoved = false;
    drag(mark, {
      start: event => { event.stopPropagation(); this.isDragging = true; },
      move: event => {
        const [near, name] = snapping.time(clamp(this.secondsAt(event), 0, this.seconds), event, stage.id);
        const to = name ? near : Math.round(near * player.fps) / player.fps, time = motions.timeOf(stage, to);
        const moved = time === null ? at : rounded(Math.max(0, time), 3);
        if (moved === at) return;
        [at, shown, isMoved] = [moved, to, true];
        mark.style.left = this.percent(shown);
        editor.edit(`${parameter.path}.keyframes[${n}].at`, at, { isDrag: true });
      },
      end: () => {
        this.isDragging = false;
        snapping.hideTime();
        if (isMoved) editor.endDrag(() => this.build());
        else player.seek(Math.round(shown * player.fps));
      },
    });
    return mark;
  }

  drawTicks() {
    const { marks, frames } = timeView.ticks(this.ruler.clientWidth || 600);
    fill($('ticks'), frames.map(at => h('i', { style: `left:${this.percent(at)}` })), marks.map(({ at, text }) => h('span', { style: `left:${this.percent(at)}` }, text)));
  }

  showRange() {
    const { frames, first, last, inPoint, outPoint, fps } = player;
    const isSet = inPoint !== null || outPoint !== null;
    const range = $('range');
    range.hidden = !isSet;
    range.style.left = this.percent(first / fps);
    range.style.width = `${((last - first + 1) / fps / timeView.span) * 100}%`;
    $('range-label').textContent = isSet ? `${first} to ${last}` : '';
    this.ruler.setAttribute('aria-valuemax', Math.max(0, frames - 1));
    press('loop', player.isLooping);
  }

  movePlayhead() {
    const { frame, fps } = player;
    $('needle').style.left = this.percent((frame + 0.5) / fps);
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
      const [left, right] = [from, frame].map(n => timeView.share(n / player.fps) * width);
      context.fillRect(left, 0, Math.max(1, right - left), 3);
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
