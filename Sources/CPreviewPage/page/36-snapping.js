/** Where things that are dragged come to rest: at moments and ends on the timeline, at edges and middles on the picture. */
class Snapping {
  /** In pixels of the screen. */
  static reach = 7;

  // Time

  /** Instants with names, but those of a stage and of what starts after it, which move along. */
  times(id) {
    const { stages, edges, seconds, sounds } = state.job;
    const along = new Set([stages.findIndex(s => s.id === id)]);
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const { from, to, kind } of edges) if (kind === 'moment' && along.has(from) && !along.has(to)) { along.add(to); isMore = true; }
      stages.forEach((s, n) => { if (s.parent !== null && along.has(s.parent) && !along.has(n)) { along.add(n); isMore = true; } });
    }
    const found = [{ at: 0, name: 'start' }, { at: seconds, name: 'end' }, { at: player.frame / player.fps, name: 'playhead' }];
    stages.forEach((stage, n) => {
      if (along.has(n)) return;
      found.push({ at: stage.start, name: `${stage.id} starts` }, { at: stage.end ?? seconds, name: `${stage.id} ends` });
      for (const m of stage.moments || []) found.push({ at: m.seconds, name: `${stage.id}.${m.name}` });
      for (const c of stage.cues || []) for (const at of c.seconds.slice(0, 200)) found.push({ at, name: `${stage.id}.${c.name}` });
    });
    for (const sound of sounds || []) for (const at of sound.starts) found.push({ at, name: sound.id || sound.file });
    review.open.forEach(({ seconds, text }) => { if (Number.isFinite(seconds)) found.push({ at: seconds, name: text.length > 24 ? `${text.slice(0, 23)}…` : text }); });
    return found;
  }

  /** The nearest of these instants to one, or the one itself; shown with a line. With alt nothing is snapped to. */
  time(seconds, event, id, offsets = [0], targets = this.times(id)) {
    const reach = (Snapping.reach / Math.max(1, timeline.ruler.clientWidth)) * timeView.span;
    let best = null;
    if (!event.altKey) for (const offset of offsets) for (const target of targets) {
      const distance = Math.abs(seconds + offset - target.at);
      if (distance <= reach && (!best || distance < best.distance)) best = { distance, target, at: target.at - offset };
    }
    best ? this.showTime(best.target) : this.hideTime();
    return [best ? best.at : seconds, best?.target.name];
  }

  showTime({ at, name }) {
    const line = $('snap-line');
    line.hidden = false;
    line.style.left = timeView.percent(at);
    line.classList.toggle('is-left', timeView.share(at) > 0.7);
    line.firstChild.textContent = `${name} ${secondsText(at, 2)}`;
  }

  hideTime() { $('snap-line').hidden = true; }

  // Places

  /** Lines to snap to, of a job's canvas and of boxes: of each axis `{ at, name }`. */
  lines(boxes) {
    const { width, height, safeArea } = state.job.canvas;
    const [x, y] = [[], []];
    const add = (list, from, size, name) => list.push({ at: from, name }, { at: from + size / 2, name: `middle of ${name}` }, { at: from + size, name });
    add(x, 0, width, 'the canvas');
    add(y, 0, height, 'the canvas');
    for (const line of [...x, ...y]) line.isCanvas = true;
    const isSafe = safeArea && !(safeArea[0] === 0 && safeArea[1] === 0 && safeArea[2] === width && safeArea[3] === height);
    if (isSafe) { add(x, safeArea[0], safeArea[2], 'the safe area'); add(y, safeArea[1], safeArea[3], 'the safe area'); }
    for (const { id, box } of boxes) {
      if (box[2] >= width * 0.98 && box[3] >= height * 0.98) continue;
      add(x, box[0], box[2], id);
      add(y, box[1], box[3], id);
    }
    return [x, y];
  }

  /** The shift that brings a box to the nearest lines, and those lines. Where two are near, those of the canvas come first. */
  place(box, lines, reach) {
    return [0, 1].map(axis => {
      const [from, size] = [box[axis], box[axis + 2]];
      let best = null;
      for (const line of lines[axis]) for (const own of [from, from + size / 2, from + size]) {
        const away = Math.abs(line.at - own), distance = line.isCanvas ? away / 3 : away;
        if (away <= reach && (!best || distance < best.distance - 1e-6)) best = { distance, shift: line.at - own, line };
      }
      return best;
    });
  }
}
