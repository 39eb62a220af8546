/** Chooses a curve: by name, by the handles of a bezier, or by a spring's numbers. */
class CurveEditor {
  constructor(context) {
    this.context = context;
    this.json = context.json ?? context.default ?? 'linear';
    this.element = h('div', { class: 'curve-editor' });
    this.build();
  }

  set(json, isDrag = false) {
    this.json = json;
    this.context.set(json, isDrag);
  }

  build() {
    const curve = easing.read(this.json);
    this.plotView = h('div', { class: 'curve-plot' });
    const name = curve?.kind === 'named' ? curve.name : null;
    const menu = h('details', { class: 'object', open: this.isMenuOpen, ontoggle: event => { this.isMenuOpen = event.target.open; if (event.target.open && event.target.children.length < 2) event.target.append(easingMenu(this.context.label, name, chosen => this.choose(chosen))); } }, h('summary', {}, 'All curves as pictures'));
    fill(this.element, this.chooser(curve), menu, this.plotView, ...this.numbers(curve));
    this.plot(curve);
  }

  chooser(curve) {
    const kind = curve?.kind === 'named' ? curve.name : curve ? `(${curve.kind})` : '(text)';
    const groups = new Map();
    const known = state.curves.length ? state.curves : easing.names.map(name => ({ name, origin: 'Curves' }));
    for (const { name, origin } of known) groups.set(origin, [...(groups.get(origin) || []), name]);
    const select = h('select', { 'aria-label': `${this.context.label}: curve`, onchange: event => this.choose(event.target.value) },
      h('optgroup', { label: 'Own' }, [['(bezier)', 'Bezier …'], ['(bounce)', 'Spring by duration and bounce …'], ['(spring)', 'Spring by mass and stiffness …'], ['(text)', 'Text …']].map(([value, text]) => h('option', { value }, text))),
      [...groups].map(([origin, names]) => h('optgroup', { label: origin }, names.map(name => h('option', { value: name }, name)))));
    select.value = kind;
    return select;
  }

  choose(value) {
    const old = easing.read(this.json);
    if (value === '(bezier)') this.set(this.bezierText(old?.points || easing.points[old?.name] || [0.4, 0, 0.2, 1]));
    else if (value === '(bounce)') this.set({ spring: { duration: 0.5, bounce: 0.2 } });
    else if (value === '(spring)') this.set('spring(1, 100, 10, 0)');
    else if (value === '(text)') this.set(typeof this.json === 'string' && this.json.startsWith('linear(') ? this.json : 'linear(0, 0.25 60%, 1)');
    else this.set(value);
    this.build();
  }

  bezierText(points) { return `cubic-bezier(${points.map(n => rounded(n, 3)).join(', ')})`; }

  // The plot

  get size() { return { width: 220, height: 132, left: 10, right: 210, base: 106, top: 30 }; }

  plot(curve) {
    const { width, height, left, right, base, top } = this.size;
    const span = curve?.isSpring ? this.springSpan(curve) : 1;
    const x = t => left + (t / span) * (right - left);
    const y = v => base - v * (base - top);
    let d = '';
    for (let n = 0; n <= 100 && curve; n += 1) {
      const t = (n / 100) * span;
      d += `${n ? 'L' : 'M'}${x(t).toFixed(2)} ${clamp(y(curve.f(t)), -40, height + 40).toFixed(2)}`;
    }
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img', 'aria-label': 'The curve' },
      svg('path', { d: `M${left} ${base}H${right}M${left} ${top}H${right}`, class: 'axis' }), svg('path', { d, class: 'line' }),
      curve?.isSpring ? svg('text', { x: right, y: height - 6, 'text-anchor': 'end' }, `${rounded(span, 2)} s`) : null);
    if (curve?.kind === 'bezier') this.addHandles(picture, curve.points, x, y);
    fill(this.plotView, picture);
  }

  /** Until it rests, at most five seconds. */
  springSpan({ f }) {
    for (let t = 5; t > 0.1; t -= 0.05) if (Math.abs(f(t) - 1) > 0.004) return Math.min(5, t + 0.1);
    return 0.5;
  }

  addHandles(picture, points, x, y) {
    const { left, right, base, top } = this.size;
    const ends = [[0, 0], [1, 1]];
    [0, 1].forEach(n => {
      const line = svg('path', { class: 'arm' });
      const knob = svg('circle', { r: 6, class: 'knob', tabindex: 0, role: 'slider', 'aria-label': `${n ? 'Second' : 'First'} handle`, 'aria-valuemin': 0, 'aria-valuemax': 1 });
      const place = () => {
        const [px, py] = [points[n * 2], points[n * 2 + 1]];
        line.setAttribute('d', `M${x(ends[n][0])} ${y(ends[n][1])}L${x(px)} ${y(py)}`);
        setAttributes(knob, { cx: x(px), cy: y(py), 'aria-valuenow': rounded(px, 2), 'aria-valuetext': `${rounded(px, 2)}, ${rounded(py, 2)}` });
      };
      const move = (px, py, isDrag) => {
        points[n * 2] = rounded(clamp(px, 0, 1), 3);
        points[n * 2 + 1] = rounded(clamp(py, -1, 2), 3);
        place();
        const curve = easing.read(this.bezierText(points));
        let d = '';
        for (let i = 0; i <= 100; i += 1) d += `${i ? 'L' : 'M'}${x(i / 100).toFixed(2)} ${y(curve.f(i / 100)).toFixed(2)}`;
        picture.querySelector('.line').setAttribute('d', d);
        this.showNumbers(points);
        this.set(this.bezierText(points), isDrag);
      };
      drag(knob, {
        move: event => {
          const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
          move((at.x - left) / (right - left), (base - at.y) / (base - top), true);
        },
        end: () => editor.endDrag(),
      });
      knob.addEventListener('keydown', event => {
        const step = event.shiftKey ? 0.1 : 0.01;
        const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key] || [];
        if (dx === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(points[n * 2] + dx, points[n * 2 + 1] + dy, false);
      });
      place();
      picture.append(line, knob);
    });
  }

  // Numbers

  showNumbers(points) {
    this.element.querySelectorAll('.four input').forEach((input, n) => { input.value = points[n]; });
  }

  number(label, value, min, max, step, set) {
    return h('label', { class: 'number-label' }, label, h('input', { type: 'number', class: 'mono', value, min, max, step, 'aria-label': `${this.context.label}: ${label}`, oninput: event => { if (event.target.value !== '' && event.target.validity.valid) set(Number(event.target.value)); } }));
  }

  slider(label, value, min, max, step, set) {
    const field = h('input', { type: 'number', class: 'mono', value: rounded(value, 3), min, step, 'aria-label': `${this.context.label}: ${label}` });
    const range = h('input', { type: 'range', min, max, step, value, 'aria-label': `${this.context.label}: ${label}` });
    range.addEventListener('input', () => { field.value = range.value; set(Number(range.value), true); });
    range.addEventListener('change', () => editor.endDrag());
    field.addEventListener('input', () => { if (field.value !== '' && field.validity.valid) { range.value = field.value; set(Number(field.value), false); } });
    return h('div', { class: 'slider-row' }, h('span', {}, label), range, field);
  }

  numbers(curve) {
    if (curve?.kind === 'bezier') {
      const change = n => value => { curve.points[n] = value; this.set(this.bezierText(curve.points)); this.plot(easing.read(this.json)); };
      return [h('div', { class: 'four' }, ['x1', 'y1', 'x2', 'y2'].map((name, n) => this.number(name, curve.points[n], n % 2 ? null : 0, n % 2 ? null : 1, 'any', change(n))))];
    }
    if (curve?.kind === 'bounce') return this.bounceSliders(curve);
    if (curve?.kind === 'spring') return this.springSliders(curve);
    if (!curve || curve.kind === 'text') return [h('input', { class: 'mono wide', value: typeof this.json === 'string' ? this.json : JSON.stringify(this.json), 'aria-label': `${this.context.label}: text`, spellcheck: 'false', onchange: event => { this.set(event.target.value); this.plot(easing.read(this.json)); } })];
    return [];
  }

  bounceSliders({ duration, bounce }) {
    const values = { duration, bounce };
    const change = name => (value, isDrag) => {
      values[name] = value;
      this.set({ spring: { ...this.json.spring, ...values } }, isDrag);
      this.plot(easing.read(this.json));
    };
    return [this.slider('duration', duration, 0.05, 2, 0.01, change('duration')), this.slider('bounce', bounce, -0.9, 0.95, 0.01, change('bounce'))];
  }

  springSliders({ numbers }) {
    const defaults = [1, 100, 10, 0];
    const values = defaults.map((v, n) => (Number.isFinite(numbers[n]) ? numbers[n] : v));
    const change = n => (value, isDrag) => {
      values[n] = value;
      this.set(`spring(${values.map(v => rounded(v, 3)).join(', ')})`, isDrag);
      this.plot(easing.read(this.json));
    };
    return [['mass', 0.1, 5, 0.1], ['stiffness', 1, 600, 1], ['damping', 0, 60, 0.5], ['velocity', -20, 20, 0.5]].map(([name, min, max, step], n) => this.slider(name, values[n], min, max, step, change(n)));
  }
}

/** A button with a small plot, which opens the editor of a curve below itself. */
function curveButton(context) {
  const json = context.json ?? context.default ?? 'linear';
  const holder = h('div', { class: 'curve-holder' });
  const mini = () => curvePicture(easing.read(holder.json));
  holder.json = json;
  const key = `curve:${context.path}`;
  const text = value => (typeof value === 'string' ? value : JSON.stringify(value));
  const button = h('button', { type: 'button', class: `curve-button${context.json === undefined ? ' is-default' : ''}`, 'aria-expanded': 'false', 'aria-label': `${context.label}: curve ${text(json)}`, dataset: { focus: key } }, mini(), h('span', { class: 'mono' }, text(json)));
  const own = { ...context, set: (value, isDrag) => {
    holder.json = value;
    fill(button, mini(), h('span', { class: 'mono' }, text(value)));
    context.set(value, isDrag);
  } };
  const open = () => {
    button.setAttribute('aria-expanded', 'true');
    holder.append(new CurveEditor({ ...own, json: holder.json }).element);
  };
  button.addEventListener('click', () => {
    if (holder.children.length > 1) {
      holder.lastChild.remove();
      button.setAttribute('aria-expanded', 'false');
      openFields.delete(key);
    } else {
      openFields.add(key);
      open();
    }
  });
  holder.append(button);
  if (openFields.has(key)) open();
  return holder;
}

/** The foldable parts of the form that are open, by path. */
const openFields = new Set();
