/** Values whose JSON the user asked to see, by path. */
const rawFields = new Set();

/** The schema that a value of a variable probably has. */
function inferredSchema(value) {
  if (isMotion(value)) return { ...inferredSchema(value.keyframes[0]?.value ?? 0), animated: true };
  if (typeof value === 'number') return { kind: 'number', animated: true };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (Array.isArray(value) && value.length === 2 && value.every(v => typeof v === 'number')) return { kind: 'point', animated: true };
  if (isObject(value) && Object.keys(value).length === 1 && ['linear', 'radial', 'conic', 'along'].includes(Object.keys(value)[0])) return { kind: 'paint', animated: true };
  if (isObject(value) && value.spring) return { kind: 'curve' };
  if (typeof value !== 'string') return { kind: 'json' };
  if (colorParts(value)) return { kind: 'color', animated: true };
  return easing.read(value) ? { kind: 'curve' } : { kind: 'text' };
}

const colorProbe = new OffscreenCanvas(1, 1).getContext('2d');
/** A CSS color as `#rrggbb` and an alpha; null for other text. */
function colorParts(text) {
  if (typeof text !== 'string' || !CSS.supports('color', text)) return null;
  if (/^(inherit|initial|unset|revert|revert-layer|currentcolor)$/i.test(text.trim())) return null;
  colorProbe.fillStyle = '#000';
  colorProbe.fillStyle = text;
  const style = colorProbe.fillStyle;
  if (style.startsWith('#')) return { hex: style, alpha: 1 };
  const numbers = style.match(/[\d.]+/g)?.map(Number) || [];
  if (numbers.length < 4) return { hex: '#000000', alpha: 1 };
  return { hex: `#${numbers.slice(0, 3).map(n => Math.round(n).toString(16).padStart(2, '0')).join('')}`, alpha: numbers[3] };
}

/** A color as the job has it, or as the page writes it where only the server gives it. */
function shownColor(text, json) {
  const parts = text !== json && /^rgb\([\d.]+%/.test(text) && colorParts(text);
  return parts ? colorText(parts.hex, parts.alpha) : text;
}

function colorText(hex, alpha) {
  const rest = alpha >= 1 ? '' : Math.round(clamp(alpha, 0, 1) * 255).toString(16).padStart(2, '0');
  return (hex + rest).toUpperCase();
}

/** A part of a value: setting it changes no more of the text than it must. */
function childContext(parent, key, schema, fallback, label) {
  const path = typeof key === 'number' ? `${parent.path}[${key}]` : `${parent.path}.${key}`;
  const isContainer = value => value !== null && typeof value === 'object';
  const context = {
    path, schema, label: label || `${parent.label} ${typeof key === 'number' ? key + 1 : key}`, stage: parent.stage,
    json: isContainer(parent.json) ? parent.json[key] : undefined,
    value: isContainer(parent.value) ? parent.value[key] : undefined,
    default: isContainer(parent.default) ? parent.default[key] ?? fallback : fallback,
  };
  context.set = (value, isDrag) => {
    const isThere = isContainer(parent.json) && !parent.isLoose;
    if (!isContainer(parent.json)) parent.json = typeof key === 'number' ? structuredClone(parent.value ?? parent.default ?? []) : {};
    parent.json[key] = context.json = value;
    if (isThere) editor.edit(path, value, { isDrag });
    else parent.set(parent.json, isDrag);
  };
  context.remove = () => {
    if (!isContainer(parent.json)) return;
    delete parent.json[key];
    context.json = undefined;
    parent.isLoose ? parent.set(parent.json) : editor.remove(path);
  };
  return context;
}

/** The text of a context: as written, or else the value that counts. */
const shownValue = context => context.json ?? context.default ?? context.value ?? undefined;

function modeOf(context) {
  const { json, path } = context;
  if (rawFields.has(path)) return 'json';
  if (isVariable(json)) return 'variable';
  if (isExpression(json)) return 'expression';
  if (isMotion(json)) return 'keyframes';
  return 'value';
}

/** Everything to change one value; the way in which it is given is chosen beside its name. */
function valueEditor(context) {
  const mode = modeOf(context);
  if (mode === 'json') return jsonField(context);
  if (mode === 'variable') return variableField(context);
  if (mode === 'expression') return textField(context, 'mono');
  if (mode === 'keyframes') return keyframesField(context);
  const make = fieldKinds[context.schema?.kind];
  const value = shownValue(context);
  if (!make || !fits(context.schema.kind, value)) return jsonField(context);
  return make(context, value);
}

/** Whether a control can show a value; what it cannot show is given as JSON. */
function fits(kind, value) {
  if (value === undefined || value === null) return true;
  switch (kind) {
    case 'number': return typeof value === 'number';
    case 'boolean': return typeof value === 'boolean';
    case 'point': case 'coordinate': return Array.isArray(value) && value.length === 2;
    case 'color': case 'choice': return typeof value === 'string';
    case 'text': case 'file': case 'track': case 'job': case 'path': case 'route': return typeof value === 'string';
    case 'list': case 'stops': return Array.isArray(value);
    case 'object': case 'variant': return isObject(value);
    default: return true;
  }
}

function modeSelect(context) {
  const modes = [['value', 'Value']];
  if (context.schema?.animated) modes.push(['keyframes', 'Keyframes']);
  if (state.job?.variables.length) modes.push(['variable', 'Variable']);
  modes.push(['expression', 'Expression'], ['json', 'JSON']);
  const mode = modeOf(context);
  if (!modes.some(([name]) => name === mode)) modes.splice(1, 0, [mode, mode[0].toUpperCase() + mode.slice(1)]);
  const select = h('select', { class: 'mode', 'aria-label': `${context.label}: given as`, title: 'Given as', dataset: { focus: `mode:${context.path}` }, onchange: event => changeMode(context, event.target.value) }, modes.map(([value, text]) => h('option', { value }, text)));
  select.value = mode;
  return select;
}

function changeMode(context, mode) {
  const plain = plainValue(context);
  rawFields.delete(context.path);
  if (mode === 'json') rawFields.add(context.path);
  else if (mode === 'keyframes') context.set({ keyframes: [{ at: rounded(Math.max(0, player.seconds - (context.stage?.start || 0)), 3), value: plain }] });
  else if (mode === 'variable') context.set(`$${state.job.variables[0].name}`);
  else if (mode === 'expression') context.set(`= ${typeof plain === 'string' ? `'${plain}'` : Array.isArray(plain) ? plain[0] : JSON.stringify(plain)}`);
  else if (modeOf(context) !== 'value') context.set(plain);
  inspector.rebuild(true);
}

/** The constant that a value comes down to. */
function plainValue({ json, value, default: fallback, schema }) {
  if (isMotion(json)) {
    const first = json.keyframes[0]?.value;
    return first === undefined ? emptyValue(schema) : isVariable(first) ? variableValue(first) : first;
  }
  if (isVariable(json)) return isMotion(value) || value === null || isVariable(value) ? variableValue(json) ?? emptyValue(schema) : value;
  if (isExpression(json)) return value === null || isExpression(value) ? emptyValue(schema) : value;
  return json ?? value ?? fallback ?? emptyValue(schema);
}

const variableValue = name => state.job?.variables.find(v => `$${v.name}` === name)?.value;

function emptyValue(schema) {
  switch (schema?.kind) {
    case 'number': return clamp(0, schema.min ?? -Infinity, schema.max ?? Infinity);
    case 'boolean': return false;
    case 'choice': return schema.values[0];
    case 'color': case 'paint': return '#FFFFFF';
    case 'stops': return ['#FFFFFF', '#000000'];
    case 'point': case 'coordinate': return [0, 0];
    case 'curve': return 'ease-in-out';
    case 'repetition': return 1;
    case 'list': return [];
    case 'object': return requiredFields(schema);
    case 'variant': return { [schema.variants[0].name]: requiredFields(schema.variants[0]) };
    case 'variables': return {};
    default: return '';
  }
}

/** The least that an object must have. */
const requiredFields = ({ fields }) => Object.fromEntries(fields.filter(f => f.required).map(f => [f.name, emptyValue(f.schema)]));

// Fields

/** Edits that wait for the end of typing. */
const typedEdits = new Set();
/** Listeners of a field that is typed in: its edit waits a moment, until the field is left at the longest. */
function whenTyped(action, delay = 250) {
  const edit = debounced(field => { typedEdits.delete(edit); action(field); }, delay);
  return {
    oninput: event => { typedEdits.add(edit); edit(event.target); editor.showState(); },
    onchange: () => edit.flush(),
  };
}

function flushTyped() { for (const edit of [...typedEdits]) edit.flush(); }

function textField(context, kind = '', isLong = false) {
  const value = shownValue(context);
  const shown = value === undefined || value === null ? '' : String(value);
  const attributes = { class: `wide ${kind}`, 'aria-label': context.label, dataset: { path: context.path }, spellcheck: 'false', value: shown, ...whenTyped(field => context.set(field.value)) };
  if (isLong || shown.length > 44 || shown.includes('\n')) return h('textarea', { ...attributes, rows: 2 });
  return h('input', { ...attributes, type: 'text' });
}

function jsonField(context) {
  const value = shownValue(context);
  const text = value === undefined ? '' : compactJSON(value);
  const apply = field => {
    try {
      const parsed = JSON.parse(field.value);
      field.removeAttribute('aria-invalid');
      context.set(parsed);
    } catch {
      field.setAttribute('aria-invalid', 'true');
    }
  };
  return h('textarea', { class: 'wide mono', rows: clamp(text.split('\n').length, 1, 10), 'aria-label': `${context.label}, JSON`, spellcheck: 'false', dataset: { path: context.path }, value: text, ...whenTyped(apply, 300) });
}

/** JSON with short lists and objects on one line. */
function compactJSON(value, indent = '') {
  const flat = JSON.stringify(value);
  if (flat.length <= 46 || value === null || typeof value !== 'object') return Array.isArray(value) || isObject(value) ? flat.replace(/([,:])(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g, '$1 ') : flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map(v => inner + compactJSON(v, inner)).join(',\n')}\n${indent}]`;
  return `{\n${Object.entries(value).map(([k, v]) => `${inner}${JSON.stringify(k)}: ${compactJSON(v, inner)}`).join(',\n')}\n${indent}}`;
}

function variableField(context) {
  const select = h('select', { 'aria-label': `${context.label}: variable`, dataset: { path: context.path }, onchange: event => { context.set(event.target.value); inspector.rebuild(true); } },
    state.job.variables.map(v => h('option', { value: `$${v.name}` }, `$${v.name}`)));
  if (![...select.options].some(o => o.value === context.json)) select.append(h('option', { value: context.json }, context.json));
  select.value = context.json;
  const value = variableValue(context.json) ?? context.value;
  const parts = colorParts(value);
  return h('div', { class: 'variable-field' }, parts ? h('span', { class: 'chip', style: `background:${value}` }) : null, select,
    h('button', { type: 'button', class: 'link', onclick: () => inspector.showVariable(context.json.slice(1)) }, 'Show'),
    h('button', { type: 'button', class: 'link', title: 'Make it a value of its own', onclick: () => { context.set(plainValue(context)); inspector.rebuild(true); } }, 'Detach'));
}

/** The range of a slider where the schema leaves it open. */
function sliderRange({ min, max, unit, integer }, value) {
  const v = Number.isFinite(value) ? value : 0;
  const size = Math.max(Math.abs(v) * 2, { seconds: 2, points: 100, pixels: 100, degrees: 180, meters: 1000 }[unit] ?? (Math.abs(v) > 2 || integer ? 10 : 2));
  const low = min ?? (unit === 'degrees' || v < 0 ? -size : max !== null && max !== undefined ? max - size * 2 : 0);
  const high = max !== null && max !== undefined && max - low < 1e5 ? max : Math.max(size, low + 1);
  const step = integer ? 1 : 10 ** Math.floor(Math.log10(Math.max(1e-6, (high - low) / 300)));
  return { low, high, step };
}

function numberField(context, value) {
  const { schema } = context;
  const { low, high, step } = sliderRange(schema, value);
  const shown = value === undefined || value === null ? '' : value;
  const field = h('input', { type: 'number', class: 'mono', value: shown, min: schema.min, max: schema.max, step: schema.integer ? 1 : 'any', 'aria-label': context.label, dataset: { path: context.path } });
  const range = h('input', { type: 'range', min: low, max: high, step, value: value ?? low, 'aria-label': `${context.label}: slider`, dataset: { focus: `range:${context.path}` } });
  range.addEventListener('input', () => {
    const number = rounded(Number(range.value), 6);
    field.value = number;
    context.set(number, true);
  });
  range.addEventListener('change', () => editor.endDrag());
  field.addEventListener('input', () => {
    if (field.value === '' || !Number.isFinite(field.valueAsNumber)) return;
    range.value = field.value;
    context.set(field.valueAsNumber);
  });
  const unit = { points: 'pt', seconds: 's', degrees: '°', meters: 'm', pixels: 'px' }[schema.unit];
  return h('div', { class: 'number-field' }, range, field, unit ? h('span', { class: 'unit' }, unit) : null);
}

function colorField(context, value) {
  const text = typeof value === 'string' ? shownColor(value, context.json) : '';
  const parts = colorParts(text) || { hex: '#ffffff', alpha: 1 };
  const field = h('input', { type: 'text', class: 'mono', value: text, placeholder: 'none', 'aria-label': context.label, spellcheck: 'false', dataset: { path: context.path } });
  const swatch = h('input', { type: 'color', value: parts.hex, 'aria-label': `${context.label}: picker`, dataset: { focus: `swatch:${context.path}` } });
  const alpha = h('input', { type: 'range', min: 0, max: 1, step: 0.01, value: parts.alpha, 'aria-label': `${context.label}: opacity`, title: 'Opacity', dataset: { focus: `alpha:${context.path}` } });
  const cell = h('span', { class: 'swatch' }, h('span', { style: `background:${parts.hex};opacity:${parts.alpha}` }), swatch);
  const mix = () => {
    field.value = colorText(swatch.value, Number(alpha.value));
    cell.firstChild.style.cssText = `background:${swatch.value};opacity:${alpha.value}`;
    context.set(field.value, true);
  };
  swatch.addEventListener('input', mix);
  alpha.addEventListener('input', mix);
  swatch.addEventListener('change', () => editor.endDrag());
  alpha.addEventListener('change', () => editor.endDrag());
  field.addEventListener('input', () => {
    const next = colorParts(field.value);
    field.toggleAttribute('aria-invalid', !next);
    if (!next) return;
    swatch.value = next.hex;
    alpha.value = next.alpha;
    cell.firstChild.style.cssText = `background:${next.hex};opacity:${next.alpha}`;
    context.set(field.value);
  });
  return h('div', { class: 'color-field' }, cell, field, alpha);
}

function pointField(context, value, names = context.schema.names ?? ['x', 'y']) {
  const values = Array.isArray(value) ? [...value] : [null, null];
  if (!values.every(v => v === null || typeof v === 'number')) {
    return h('div', { class: 'two' }, names.map((name, n) => textField(childContext(context, n, { kind: 'number' }, null, `${context.label} ${name}`), 'mono')));
  }
  const field = n => h('label', {}, h('span', {}, names[n]), h('input', { type: 'number', step: 'any', class: 'mono', value: values[n] ?? '', 'aria-label': `${context.label} ${names[n]}`, dataset: { path: `${context.path}[${n}]` }, oninput: event => {
    if (!Number.isFinite(event.target.valueAsNumber)) return;
    values[n] = event.target.valueAsNumber;
    if (values.every(v => v !== null)) context.set([...values]);
  } }));
  return h('div', { class: 'two' }, field(0), field(1));
}

function choiceField(context, value) {
  const select = h('select', { 'aria-label': context.label, dataset: { path: context.path }, onchange: event => context.set(event.target.value) }, context.schema.values.map(v => h('option', { value: v }, v)));
  if (value === undefined || value === null) select.prepend(h('option', { value: '' }, '–'));
  else if (!context.schema.values.includes(value)) select.append(h('option', { value }, value));
  select.value = value ?? '';
  return select;
}

function booleanField(context, value) {
  return h('label', { class: 'check' }, h('input', { type: 'checkbox', role: 'switch', checked: value === true, 'aria-label': context.label, dataset: { path: context.path }, onchange: event => context.set(event.target.checked) }), h('span', {}, value ? 'on' : 'off'));
}

function repetitionField(context, value) {
  const isForever = value === 'forever';
  const count = h('input', { type: 'number', min: 0, step: 'any', class: 'mono', value: isForever ? '' : value ?? 1, disabled: isForever, 'aria-label': context.label, dataset: { path: context.path }, oninput: event => { if (event.target.valueAsNumber > 0) context.set(event.target.valueAsNumber); } });
  const forever = h('input', { type: 'checkbox', checked: isForever, 'aria-label': `${context.label}: forever`, onchange: event => { count.disabled = event.target.checked; context.set(event.target.checked ? 'forever' : 1); } });
  return h('div', { class: 'number-field' }, count, h('label', { class: 'check' }, forever, 'forever'));
}

/** A color, or a gradient with its stops and numbers. */
function paintField(context, value) {
  const kind = isObject(value) ? Object.keys(value)[0] : 'color';
  const kinds = ['color', 'linear', 'radial', 'conic', 'along'];
  if (!kinds.includes(kind)) return jsonField(context);
  const select = h('select', { 'aria-label': `${context.label}: kind`, dataset: { focus: `paint:${context.path}` }, onchange: event => {
    context.set(changedPaint(value, kind, event.target.value));
    inspector.rebuild(true);
  } }, kinds.map(k => h('option', { value: k }, k === 'color' ? 'Color' : `${k[0].toUpperCase()}${k.slice(1)} gradient`)));
  select.value = kind;
  if (kind === 'color') return h('div', { class: 'stack' }, select, colorField(context, value));
  const inner = childContext(context, kind, { kind: 'object' }, null, context.label);
  if (!isObject(inner.json)) inner.json = value[kind];
  return h('div', { class: 'stack' }, select, gradientFields[kind].map(([name, schema, fallback]) => nestedRow(childContext(inner, name, schema, fallback), name)));
}

const gradientFields = (() => {
  const stops = ['stops', { kind: 'stops' }, undefined];
  const units = ['units', { kind: 'choice', values: ['box', 'points'] }, 'box'];
  const center = ['center', { kind: 'point' }, [0.5, 0.5]];
  return {
    linear: [['angle', { kind: 'number', unit: 'degrees', min: 0, max: 360 }, 180], stops, units],
    radial: [center, ['radius', { kind: 'number', min: 0 }, 0.5], stops, units],
    conic: [center, ['angle', { kind: 'number', unit: 'degrees', min: 0, max: 360 }, 0], stops, units],
    along: [stops],
  };
})();

function changedPaint(value, from, to) {
  const old = isObject(value) ? value[from]?.stops || [] : [];
  const color = typeof value === 'string' ? value : '#FFFFFF';
  const first = old.map(stop => (Array.isArray(stop) ? stop[1] : stop))[0] || color;
  if (to === 'color') return first;
  return { [to]: { stops: old.length ? old : [color, '#000000'] } };
}

/** A gradient's colors, with offsets where these are given. */
function stopsField(context, value) {
  const stops = structuredClone(Array.isArray(value) ? value : []);
  const colorOf = stop => (Array.isArray(stop) ? stop[1] : stop);
  const offsetOf = (stop, n) => (Array.isArray(stop) ? stop[0] : n / Math.max(1, stops.length - 1));
  const solid = stops.map((s, n) => `${colorParts(colorOf(s)) ? colorOf(s) : 'gray'} ${(Number(offsetOf(s, n)) || 0) * 100}%`);
  const change = (next, isDrag) => context.set(structuredClone(next), isDrag);
  const rows = stops.map((stop, n) => h('div', { class: 'stop-row' },
    h('input', { type: 'number', class: 'mono', min: 0, max: 1, step: 0.01, value: rounded(Number(offsetOf(stop, n)) || 0, 3), 'aria-label': `${context.label} ${n + 1}: offset`, dataset: { focus: `offset:${context.path}:${n}` }, oninput: event => {
      if (!Number.isFinite(event.target.valueAsNumber)) return;
      stops.forEach((s, i) => { stops[i] = [offsetOf(s, i), colorOf(s)]; });
      stops[n][0] = event.target.valueAsNumber;
      change(stops);
    } }),
    colorField({ path: `${context.path}[${n}]`, label: `${context.label} ${n + 1}`, json: context.json && colorOf(stop), set: (color, isDrag) => { stops[n] = Array.isArray(stops[n]) ? [stops[n][0], color] : color; change(stops, isDrag); } }, colorOf(stop)),
    iconButton('close', `Remove color ${n + 1}`, () => { stops.splice(n, 1); change(stops); inspector.rebuild(true); }, { disabled: stops.length < 2 })));
  const add = () => {
    const last = stops.at(-1) ?? '#FFFFFF';
    stops.push(Array.isArray(last) ? [1, last[1]] : last);
    change(stops);
    inspector.rebuild(true);
  };
  return h('div', { class: 'stack' }, solid.length > 1 ? h('div', { class: 'gradient', style: `background:linear-gradient(90deg, ${solid.join(', ')})` }) : null, rows, h('button', { type: 'button', class: 'quiet add', onclick: add }, 'Add a color'));
}

function listField(context, value) {
  const items = Array.isArray(value) ? value : [];
  const { of: inner } = context.schema;
  const replace = next => { context.set(next); inspector.rebuild(true); };
  const move = (from, to) => { const next = structuredClone(items); next.splice(to, 0, ...next.splice(from, 1)); replace(next); };
  const rows = items.map((_, n) => h('div', { class: 'list-row' },
    h('div', { class: 'list-value' }, valueEditor(childContext(context, n, inner, undefined))),
    h('div', { class: 'list-buttons' }, iconButton('up', `Move ${n + 1} up`, () => move(n, n - 1), { disabled: n === 0 }), iconButton('down', `Move ${n + 1} down`, () => move(n, n + 1), { disabled: n === items.length - 1 }),
      iconButton('close', `Remove ${n + 1}`, () => replace(items.filter((__, i) => i !== n))))));
  return h('div', { class: 'stack' }, rows, h('button', { type: 'button', class: 'quiet add', onclick: () => replace([...structuredClone(items), structuredClone(items.at(-1) ?? emptyValue(inner))]) }, 'Add'));
}

/** A part of an object, with its own way of being given, and a reset where it is set. */
function nestedRow(context, name, summary = '') {
  const isSet = context.json !== undefined;
  return h('div', { class: `nested${isSet ? '' : ' is-default'}` },
    h('div', { class: 'nested-head' }, h('span', { class: 'nested-name', title: summary }, name), h('div', { class: 'space' }), modeSelect(context),
      isSet ? iconButton('reset', `Reset ${context.label}`, () => { context.remove(); inspector.rebuild(true); }, { class: 'quiet icon-only reset' }) : null),
    valueEditor(context));
}

function foldable(context, name, body) {
  const key = `fold:${context.path}`;
  const isOpen = openFields.has(key);
  const details = h('details', { class: 'object', open: isOpen }, h('summary', { dataset: { focus: key } }, name));
  const addBody = () => { if (details.children.length === 1) details.append(h('div', { class: 'object-body' }, body())); };
  if (isOpen) addBody();
  details.addEventListener('toggle', () => {
    details.open ? openFields.add(key) : openFields.delete(key);
    if (details.open) addBody();
  });
  return details;
}

function objectField(context, value) {
  const given = isObject(context.json) ? Object.keys(context.json) : [];
  const summary = given.length ? given.join(', ') : value === undefined ? 'not given' : 'defaults';
  return foldable(context, summary, () => fieldRows(context, context.schema.fields));
}

function fieldRows(context, fields) {
  return fields.map(({ name, summary, schema, default: fallback }) => nestedRow(childContext(context, name, schema, fallback ?? undefined), name, summary));
}

function variantField(context, value) {
  const { variants } = context.schema;
  const chosen = isObject(value) ? Object.keys(value)[0] : '';
  const variant = variants.find(v => v.name === chosen);
  const select = h('select', { 'aria-label': `${context.label}: kind`, dataset: { path: context.path }, onchange: event => { context.set({ [event.target.value]: requiredFields(variants.find(v => v.name === event.target.value)) }); inspector.rebuild(true); } },
    chosen ? null : h('option', { value: '' }, '–'), variants.map(v => h('option', { value: v.name, title: v.summary }, v.name)));
  select.value = chosen;
  if (!variant) return select;
  const inner = childContext(context, chosen, { kind: 'object', fields: variant.fields }, undefined, `${context.label} ${chosen}`);
  if (variant.fields.length && modeOf(inner) !== 'value') return h('div', { class: 'stack' }, select, valueEditor(inner));
  return h('div', { class: 'stack' }, select, variant.fields.length ? objectField(inner, shownValue(inner)) : null);
}

const fieldKinds = {
  number: numberField, boolean: booleanField, choice: choiceField, color: colorField, curve: context => curveButton(context),
  text: context => textField(context), file: context => textField(context, 'mono'), track: context => textField(context, 'mono'), job: context => textField(context, 'mono'),
  path: context => textField(context, 'mono', true), route: context => textField(context, 'mono'),
  point: pointField, coordinate: (context, value) => pointField(context, value, ['lon', 'lat']), repetition: repetitionField,
  paint: paintField, stops: stopsField, list: listField, object: objectField, variant: variantField,
};
