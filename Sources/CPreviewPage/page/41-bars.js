/** The bars of stages: moved and trimmed by dragging or by keys. */
class Bars {
  bar(stage, index) {
    const { start, end, depth } = stage;
    const to = Math.min(end ?? timeline.seconds, timeline.seconds);
    const why = this.fixed(stage);
    const bar = h('div', { class: `span depth-${Math.min(depth, 2)}${why ? ' is-fixed' : ''}`, dataset: { bar: stage.id }, title: why || `${stage.id}: drag to move, its ends to trim${places.parameter(stage, 'time') ? `; with ${keyName('mod ')}what it plays` : ''}`, style: this.style(start, to) });
    if (why) {
      bar.addEventListener('click', () => { pickStage(index, true); say(why); });
      return bar;
    }
    const parts = [[bar, 'move'], [h('i', { class: 'grip is-start' }), 'start'], [h('i', { class: 'grip is-end' }), 'end']];
    for (const [element, part] of parts) {
      if (element !== bar) bar.append(element);
      this.listen(element, bar, stage, index, part);
    }
    return bar;
  }

  style(from, to) { return `left:${timeView.percent(from)};width:${Math.max(((to - from) / timeView.span) * 100, 0.15)}%`; }

  key(stage, name) { return stage.keys?.find(k => k.name === name); }

  /** Why a stage's time cannot be dragged; nothing where it can. */
  fixed(stage) {
    if (structure.obstacle) return structure.obstacle;
    const start = this.key(stage, 'start')?.json, duration = this.key(stage, 'duration')?.json;
    const parent = state.job.stages[stage.parent];
    if (parent?.stage === 'sequence' && (start === undefined || start === null)) return `${stage.id} begins where the scene before it ends`;
    if (typeof start === 'string') return `The start of ${stage.id} is ${start}`;
    if (isObject(start) && ['at', 'delay'].some(k => typeof start[k] === 'string')) return `The start of ${stage.id} is computed`;
    if (typeof duration === 'string') return `The duration of ${stage.id} is ${duration}`;
    const { why } = this.pace(stage);
    return why || null;
  }

  /** The seconds of a stage's time in each of the video, where that is the same all the time: `{ rate }`, or `{ why }`. */
  pace(stage) {
    let rate = 1;
    for (const holder of structure.holders(stage)) {
      const time = places.parameter(holder, 'time');
      if (!time?.isSet) continue;
      const { speed = 1, loop, reverse, freeze, remap } = isObject(time.json) ? time.json : { speed: null };
      if (!Number.isFinite(speed) || loop || reverse || freeze !== undefined || remap !== undefined) return { why: `${stage.id} is played by ${holder.id} in a time that does not go evenly: its start is set in the panel` };
      rate *= speed;
    }
    return { rate };
  }

  /** The edits that begin a stage so much later; after a moment of another its delay changes. */
  startEdits(stage, by) {
    const start = this.key(stage, 'start')?.json;
    const path = `${stage.path}.start`;
    const set = (path, old, value) => (old === undefined && value === 0 ? { path, remove: true } : { path, value });
    if (isObject(start) && start.after !== undefined) return [set(`${path}.delay`, start.delay, rounded((start.delay ?? 0) + by))];
    if (isObject(start)) return [{ path: `${path}.at`, value: rounded((start.at ?? 0) + by) }];
    return [set(path, start ?? undefined, rounded((start ?? 0) + by))];
  }

  durationEdits(stage, seconds) { return [{ path: `${stage.path}.duration`, value: rounded(Math.max(seconds, 1 / player.fps)) }]; }

  /** The edits for a part of a bar that is dragged by so many seconds. */
  edits(stage, part, seconds) {
    const rate = this.pace(stage).rate ?? 1, by = seconds * rate;
    const duration = this.key(stage, 'duration')?.json ?? null;
    if (part === 'slip') return this.slipped(stage, by);
    if (part === 'move') return this.startEdits(stage, by);
    const end = stage.end ?? timeline.seconds;
    if (part === 'end') return this.durationEdits(stage, (end - stage.start) * rate + by);
    return duration === null ? this.startEdits(stage, by) : [...this.startEdits(stage, by), ...this.durationEdits(stage, duration - by)];
  }

  /** Seconds by which a part may go: an end stays behind its start. */
  clamped(stage, part, by) {
    const end = stage.end ?? timeline.seconds, frame = 1 / player.fps;
    if (part === 'end') return Math.max(by, stage.start + frame - end);
    if (part === 'start') return Math.min(by, end - frame - stage.start);
    return by;
  }

  listen(element, bar, stage, index, wanted) {
    let part = wanted;
    let from = 0, by = 0, targets = [], isMoved = false;
    const end = Math.min(stage.end ?? timeline.seconds, timeline.seconds);
    drag(element, {
      start: event => {
        event.stopPropagation();
        part = wanted === 'move' && (event.ctrlKey || event.metaKey) ? 'slip' : wanted;
        const why = part === 'slip' && this.slip(stage).why;
        if (why) { say(why, true); return false; }
        timeline.isDragging = true;
        [from, by, isMoved, targets] = [timeline.secondsAt(event), 0, false, snapping.times(stage.id)];
      },
      move: event => {
        const moved = timeline.secondsAt(event) - from;
        if (!isMoved && Math.abs(moved) * timeline.ruler.clientWidth / timeView.span < 3) return;
        const anchor = part === 'end' ? end : stage.start;
        const isSlip = part === 'slip';
        const offsets = part === 'move' ? [0, end - stage.start] : [0];
        const [near, name] = isSlip ? [anchor + moved] : snapping.time(anchor + moved, event, stage.id, offsets, targets);
        const at = name ? near : Math.round(near * player.fps) / player.fps;
        const next = rounded(this.clamped(stage, part, at - anchor), 4);
        if (next === by) return;
        [by, isMoved] = [next, true];
        const [a, b] = [part === 'end' ? stage.start : stage.start + by, part === 'start' ? end : end + by];
        if (isSlip) say(`${stage.id} begins at ${secondsText(this.edits(stage, part, by)[0].value, 2)} of what it plays`);
        else bar.setAttribute('style', this.style(a, b));
        editor.editAll(this.edits(stage, part, by), { isDrag: true, label: this.label(stage, part) });
      },
      end: () => {
        timeline.isDragging = false;
        snapping.hideTime();
        if (isMoved) editor.endDrag(() => { timeline.build(); inspector.rebuild(true); });
        else pickStage(index, true);
      },
    });
  }

  // Slipping

  /** Things within a stage begin earlier or later, while its bar stays: the offset of its time. */
  slip(stage) {
    const p = places.parameter(stage, 'time');
    const why = places.obstacle(stage);
    if (why || !p) return { why: why || `${stage.id} plays nothing that could be slipped` };
    const { offset = 0, speed = 1, remap, freeze, reverse } = isObject(p.json) ? p.json : {};
    if (p.isSet && (!isObject(p.json) || remap !== undefined || freeze !== undefined || reverse || ![offset, speed].every(Number.isFinite))) return { why: `The time of ${stage.id} is computed, remapped, reversed or stands still` };
    return { path: `${p.path}.offset`, offset, speed };
  }

  slipped(stage, by) {
    const { path, offset, speed, why } = this.slip(stage);
    return why ? [] : [{ path, value: rounded(Math.max(0, offset - by * speed)) }];
  }

  label(stage, part) { return `${{ move: 'moving', slip: 'slipping' }[part] ?? 'trimming'} ${stage.id}`; }

  /** By frames, with keys. */
  nudge(part, frames, index = state.stage) {
    const stage = structure.own(index, true);
    if (!stage) return;
    const why = this.fixed(stage);
    if (why) return say(why, true);
    const by = this.clamped(stage, part, frames / player.fps);
    editor.editAll(this.edits(stage, part, by), { label: this.label(stage, part) }).then(() => inspector.rebuild(true));
  }
}
