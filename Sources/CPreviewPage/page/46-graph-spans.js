/** The ways from keyframe to keyframe in the graph editor: handles of Bézier curves, and pictures that open the choice of a curve. */
class GraphSpans {
  constructor(graph, drags) {
    [this.graph, this.drags] = [graph, drags];
    document.addEventListener('pointerdown', event => { if (!$('curve-popup').hidden && !event.target.closest('#curve-popup, .graph-chip')) this.close(); }, true);
    on('stage', () => this.close());
    $('curve-popup').addEventListener('keydown', event => { if (event.key === 'Escape') { event.stopPropagation(); this.close(true); } });
  }

  /** The spans of a value that are in sight. */
  spans(series) {
    if (!this.graph.isKnown(series)) return [];
    const { times, json, mode } = series;
    return times.slice(0, -1).flatMap((from, n) => {
      const to = times[n + 1];
      if (from === null || to === null || to <= from || to < timeView.from || from > timeView.to) return [];
      return [{ n, from, to, curve: json.keyframes[n].curve, hasCurve: mode === 'linear' || mode === 'cubic' || mode === 'springs' }];
    });
  }

  /** The points of a span's curve, if it is a Bézier curve or straight. */
  points(curve) {
    if (curve === undefined || curve === 'linear') return [1 / 3, 1 / 3, 2 / 3, 2 / 3];
    const read = easing.read(curve);
    return read?.kind === 'bezier' ? [...read.points] : easing.points[read?.name] ? [...easing.points[read.name]] : null;
  }

  // Handles

  handles(series) {
    if (series.why || series.mode !== 'linear') return [];
    const all = this.spans(series).filter(s => !series.json.keyframes.some((k, n) => (n === s.n && k.out !== undefined) || (n === s.n + 1 && k.in !== undefined)));
    const near = all.length > 12 ? all.filter(({ n }) => [n, n + 1].some(m => this.drags.picked.has(this.drags.key(series, m)))) : all;
    return near.flatMap(span => {
      const points = this.points(span.curve), axis = this.steepest(series, span.n);
      return points && axis !== null ? [0, 1].flatMap(end => this.handle(series, span, axis, points, end)) : [];
    });
  }

  /** The axis along which a span changes the most. */
  steepest(series, n) {
    const changes = series.axes.map((_, axis) => Math.abs(this.graph.value(series, n + 1, axis) - this.graph.value(series, n, axis)));
    return changes.every(Number.isFinite) ? changes.indexOf(Math.max(...changes)) : null;
  }

  /** Where a handle is, and what a place of it means: of values its own point, of speeds how fast it leaves or comes and for how long. */
  geometry(series, { n, from, to }, axis, end) {
    const { graph } = this, [a, b] = [graph.value(series, n, axis), graph.value(series, n + 1, axis)], length = to - from;
    if (!graph.isSpeed) {
      return {
        place: ([px, py]) => [graph.x(from + px * length), graph.y(series, a + py * (b - a))],
        point: (x, v, [, py]) => [(x - from) / length, b === a ? py : (v - a) / (b - a)],
      };
    }
    const mean = (b - a) / length;
    return {
      place: ([px, py]) => [graph.x(from + px * length), graph.y(series, (end ? (1 - py) / Math.max(0.01, 1 - px) : py / Math.max(0.01, px)) * mean)],
      point: (x, v, [, py]) => {
        const px = clamp((x - from) / length, end ? 0 : 0.01, end ? 0.99 : 1), share = mean === 0 ? null : v / mean;
        return [px, share === null ? py : end ? 1 - share * (1 - px) : share * px];
      },
    };
  }

  handle(series, span, axis, points, end) {
    const { graph, drags } = this, geometry = this.geometry(series, span, axis, end), own = [points[end * 2], points[end * 2 + 1]];
    const [x, y] = geometry.place(own);
    const root = graph.isSpeed ? [graph.x(end ? span.to : span.from), y] : [graph.x(end ? span.to : span.from), graph.y(series, graph.value(series, span.n + end, axis))];
    const name = `${end ? 'Second' : 'First'} handle of the ${series.location} of ${series.stage.id} behind keyframe ${span.n + 1}`;
    const node = svg('g', { class: `graph-handle hue-${series.colors[axis]}`, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, tabindex: 0, role: 'slider', 'aria-label': name, 'aria-valuenow': rounded(own[0], 3), 'aria-valuetext': own.map(v => rounded(v, 2)).join(', '), dataset: { knob: `${series.path}#${span.n}~${end}` } },
      svg('circle', { r: 9, class: 'reach' }), svg('circle', { r: 4 }), svg('title', {}, `${name}: ${own.map(v => rounded(v, 2)).join(', ')}`));
    const path = `${series.path}.keyframes[${span.n}].curve`, label = `bending the ${series.location} of ${series.stage.id}`;
    const edit = ([px, py]) => {
      const all = [...points];
      [all[end * 2], all[end * 2 + 1]] = [rounded(clamp(px, 0, 1), 3), rounded(clamp(py, -10, 10), 3)];
      return [{ path, value: `cubic-bezier(${all.map(v => rounded(v, 3)).join(', ')})` }];
    };
    node.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      event.stopPropagation();
      node.focus({ preventScroll: true });
      const scale = graph.scaleOf(series), bounds = graph.svg.getBoundingClientRect();
      drags.follow(event, { label, edits: next => {
        const seconds = timeView.from + ((next.clientX - bounds.left) / graph.width) * timeView.span;
        const value = scale.low + ((graph.height - 14 - (next.clientY - bounds.top)) / (graph.height - 28)) * (scale.high - scale.low);
        return edit(geometry.point(seconds, value, own));
      } }, [event.clientX, event.clientY]);
    });
    node.addEventListener('keydown', event => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? 0.1 : 0.01;
      drags.stepping = drags.stepping.then(async () => {
        const now = graph.series.find(s => s.key === series.key), curve = now?.json?.keyframes[span.n]?.curve, points = this.points(curve);
        if (!points) return;
        const value = `cubic-bezier(${points.map((v, m) => rounded(m === end * 2 ? clamp(v + step[0] * by, 0, 1) : m === end * 2 + 1 ? v + step[1] * by : v, 3)).join(', ')})`;
        if (await editor.editAll([{ path, value }], { key: label, label })) await graph.load();
        inspector.rebuild();
      }).catch(showError);
    });
    return [svg('path', { d: `M${root.join(' ')}L${x} ${y}`, class: `graph-arm hue-${series.colors[axis]}` }), node];
  }

  // Pictures

  /** Below each span the picture of its curve, which opens the choice of another. */
  chips(series) {
    const { graph } = this;
    if (series.why) return [];
    return this.spans(series).filter(s => s.hasCurve).flatMap(span => {
      const [a, b] = [graph.x(Math.max(span.from, timeView.from)), graph.x(Math.min(span.to, timeView.to))];
      if (b - a < 34) return [];
      const curve = span.curve ?? 'linear', text = isVariable(curve) || isExpression(curve) ? curve : typeof curve === 'string' ? curve : JSON.stringify(curve);
      const picture = curvePicture(easing.read(isVariable(curve) ? variableValue(curve) : curve), 26, 16);
      setAttributes(picture, { x: 3, y: 2 });
      const chip = svg('g', { class: 'graph-chip', transform: `translate(${((a + b) / 2 - 16).toFixed(1)} ${graph.height - 21})`, tabindex: 0, role: 'button', 'aria-label': `Curve behind keyframe ${span.n + 1} of the ${series.location} of ${series.stage.id}: ${text}`, dataset: { knob: `${series.path}#${span.n}^` } },
        svg('rect', { width: 32, height: 20, rx: 4 }), picture, svg('title', {}, `${text}: choose another`));
      const open = event => { event.preventDefault(); event.stopPropagation(); this.open(series, span.n, chip.getBoundingClientRect()); };
      chip.addEventListener('pointerdown', event => { if (event.button === 0) open(event); });
      chip.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') open(event); });
      return [chip];
    });
  }

  /** The editor of a span's curve, next to it. */
  open(series, n, bounds) {
    const curve = series.json?.keyframes[n]?.curve, popup = $('curve-popup');
    if (series.why || n >= series.times.length - 1) return;
    if (isVariable(curve) || isExpression(curve)) { say(`This curve is ${curve}`, true); return; }
    this.opener = document.activeElement?.dataset?.knob;
    const path = `${series.path}.keyframes[${n}].curve`, label = `the curve of the ${series.location} of ${series.stage.id}`;
    const context = { label: `${series.location} keyframe ${n + 1}`, path, json: curve, default: 'linear', set: (value, isDrag) => editor.editAll([{ path, value }], { isDrag, key: `${path}`, label }) };
    fill(popup, h('div', { class: 'form-head' }, h('h3', {}, `${series.location}, behind keyframe ${n + 1}`), h('div', { class: 'space' }), iconButton('close', 'Close', () => this.close(true))), new CurveEditor(context).element);
    popup.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = popup;
    // Beside the span, which stays in sight.
    const right = bounds.right + 60, left = right + width + 4 <= innerWidth ? right : bounds.left - width - 60;
    popup.style.left = `${clamp(left, 4, innerWidth - width - 4)}px`;
    popup.style.bottom = `${clamp(innerHeight - bounds.top + 6, 4, Math.max(4, innerHeight - height - 4))}px`;
    popup.querySelector('select').focus();
  }

  close(givesBack = false) {
    const popup = $('curve-popup');
    if (popup.hidden) return;
    popup.hidden = true;
    fill(popup);
    if (givesBack && this.opener) this.graph.svg.querySelector(`[data-knob="${CSS.escape(this.opener)}"]`)?.focus({ preventScroll: true });
  }
}
