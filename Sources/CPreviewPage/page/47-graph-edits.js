/** Keyframes are added, removed, copied and pasted in the graph editor. */
class GraphEdits {
  constructor(graph, drags) {
    [this.graph, this.drags] = [graph, drags];
    /** `[{ location, kind, keyframes }]`, whose times count from the first of all. */
    this.copied = null;
    graph.svg.addEventListener('dblclick', event => {
      if (event.target.closest('.graph-knob, .graph-handle, .graph-chip')) return;
      const seconds = Math.round(timeline.secondsAt(event) * player.fps) / player.fps;
      this.add(seconds).catch(showError);
    });
  }

  kind(series) { return series.axes.length > 1 ? 'point' : 'number'; }

  /** A keyframe of the chosen value at an instant, with the value that it has then. */
  async add(seconds = player.frame / player.fps) {
    const { graph } = this, series = graph.series.find(s => s.key === graph.active);
    if (!series) return say('Pick a stage with keyframes first', true);
    if (series.why) return say(series.why, true);
    const at = motions.timeOf(series.stage, seconds), { keyframes } = series.json;
    if (at === null || at < 0) return say(`${series.stage.id} is not there then`, true);
    if (!keyframes.every(k => Number.isFinite(k.at))) return say(`The keyframes of ${series.stage.id} have times that are computed`, true);
    if (keyframes.some(k => Math.abs(k.at - at) < 0.5 / player.fps)) return say('There is a keyframe at this frame');
    if (series.json.repeat !== undefined && at > keyframes.at(-1).at) return say(`The ${series.location} of ${series.stage.id} repeats: go to its first turn`, true);
    const answer = await motions.ask(series.stage, seconds, seconds, 1);
    const values = answer.motions.find(m => m.location === series.location).axes.map(([v]) => rounded(v, 4));
    const n = keyframes.filter(k => k.at < at).length;
    const value = values.length > 1 ? values : values[0];
    this.drags.picked = new Set([this.drags.key(series, n)]);
    await editor.editAll([{ path: `${series.path}.keyframes[${n}]`, insert: { at: rounded(at), value } }], { label: `adding a keyframe of the ${series.location} of ${series.stage.id}` });
    return inspector.rebuild(true);
  }

  remove() {
    const { targets } = this.drags, count = targets.length;
    const why = targets.find(t => t.series.why)?.series.why;
    if (why) return say(why, true);
    const bySeries = groupedBy(targets, t => t.series.key);
    if ([...bySeries.values()].some(list => list.length === list[0].series.times.length)) return say('One keyframe stays: set the value without keyframes in the panel', true);
    // Later ones first, so that the places of earlier ones stay.
    const edits = targets.reverse().map(({ series, n }) => ({ path: `${series.path}.keyframes[${n}]`, delete: true }));
    if (!edits.length) return undefined;
    this.drags.picked.clear();
    return editor.editAll(edits, { label: count > 1 ? `deleting ${count} keyframes` : 'deleting a keyframe' }).then(() => inspector.rebuild(true));
  }

  /** The picked keyframes of each value, from the first to the last of them; says why they stay. */
  ranges() {
    const found = [...groupedBy(this.drags.targets, t => t.series.key).values()].map(list => {
      const numbers = list.map(t => t.n), first = Math.min(...numbers), last = Math.max(...numbers);
      return { series: list[0].series, first, last, keyframes: list[0].series.json.keyframes.slice(first, last + 1) };
    }).filter(r => r.last > r.first);
    const why = !found.length ? 'Pick two or more keyframes first' : found.map(r => r.series.why ?? (r.keyframes.every(k => Number.isFinite(k.at)) ? null : `The keyframes of ${r.series.stage.id} have times that are computed`)).find(Boolean);
    if (why) say(why, true);
    return why ? [] : found;
  }

  /** Other keyframes in the place of the picked ones; the way behind them stays as it is. */
  replace(ranges, change, label) {
    const edits = ranges.flatMap(({ series, first, keyframes }) => change(keyframes).map((frame, n, all) => {
      const { curve, ...rest } = frame, own = n < all.length - 1 ? curve : keyframes.at(-1).curve;
      return { path: `${series.path}.keyframes[${first + n}]`, value: { ...rest, ...(own === undefined ? {} : { curve: own }) } };
    }));
    if (!edits.length) return undefined;
    editor.lastPath = '';
    return editor.editAll(edits, { key: label, label }).then(() => { editor.lastPath = ''; inspector.rebuild(true); });
  }

  reverse() { return this.replace(this.ranges(), keyframes => keyframeTools.reversed(keyframes), 'reversing keyframes'); }

  stretch() {
    const ranges = this.ranges();
    if (!ranges.length) return;
    const longest = ranges.reduce((a, b) => (b.keyframes.at(-1).at - b.keyframes[0].at > a.keyframes.at(-1).at - a.keyframes[0].at ? b : a));
    const length = longest.keyframes.at(-1).at - longest.keyframes[0].at;
    keyframeTools.askStretch(longest.keyframes, stretched => {
      const factor = (stretched.at(-1).at - stretched[0].at) / length;
      const late = ranges.find(({ series, last, keyframes }) => keyframes[0].at + (keyframes.at(-1).at - keyframes[0].at) * factor >= (series.json.keyframes[last + 1]?.at ?? Infinity));
      if (late) return say(`Keyframe ${late.last + 2} of the ${late.series.location} is in the way`, true);
      return this.replace(ranges, keyframes => keyframeTools.stretched(keyframes, (keyframes.at(-1).at - keyframes[0].at) * factor), 'stretching keyframes');
    });
  }

  copy() {
    const targets = this.drags.targets.filter(t => Number.isFinite(t.frame.at));
    if (!targets.length) return say('Pick keyframes first', true);
    const first = Math.min(...targets.map(t => t.frame.at));
    this.copied = [...groupedBy(targets, t => t.series.key).values()].map(list => ({
      location: list[0].series.location, kind: this.kind(list[0].series), keyframes: list.map(({ frame }) => ({ ...structuredClone(frame), at: rounded(frame.at - first) })),
    }));
    return say(`${targets.length} ${targets.length > 1 ? 'keyframes are' : 'keyframe is'} copied`);
  }

  /** At the playhead, into values of the same name, or a single one into the chosen value; one at the same time gives way. */
  async paste() {
    const { graph, copied } = this;
    if (!copied) return say('Copy keyframes first', true);
    const all = graph.series, active = all.find(s => s.key === graph.active);
    const pairs = copied.map(item => [item, all.find(s => s.location === item.location && this.kind(s) === item.kind && (copied.length > 1 || s.key === graph.active))
      || (copied.length === 1 && active && this.kind(active) === item.kind ? active : null)]).filter(([, series]) => series);
    if (!pairs.length) return say('Nothing here takes what is copied', true);
    const edits = [], picked = new Set();
    for (const [{ keyframes }, series] of pairs) {
      const at = motions.timeOf(series.stage, player.frame / player.fps);
      if (series.why || at === null || at < 0) return say(series.why || `${series.stage.id} is not there at the playhead`, true);
      const there = series.json.keyframes.map(k => k.at);
      if (!there.every(Number.isFinite)) return say(`The keyframes of ${series.stage.id} have times that are computed`, true);
      for (const frame of keyframes) {
        const time = rounded(at + frame.at), same = there.findIndex(t => Math.abs(t - time) < 0.5 / player.fps), n = same >= 0 ? same : there.filter(t => t < time).length;
        const path = `${series.path}.keyframes[${n}]`;
        if (same >= 0) edits.push({ path: `${path}.value`, value: frame.value }, ...(frame.curve === undefined ? [] : [{ path: `${path}.curve`, value: frame.curve }]));
        else { edits.push({ path, insert: { ...frame, at: time } }); there.splice(n, 0, time); }
      }
      for (const frame of keyframes) picked.add(this.drags.key(series, there.findIndex(t => Math.abs(t - at - frame.at) < 0.5 / player.fps)));
    }
    this.drags.picked = picked;
    if (await editor.editAll(edits, { label: 'pasting keyframes' })) say('Pasted at the playhead');
    return inspector.rebuild(true);
  }
}
