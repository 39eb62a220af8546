/** The form of the film's variants, where no stage is picked: axes, their values, and what these change. */
const variantForm = {
  /** Names of axes and values as paths have them. */
  key: (path, name) => (/^[A-Za-z0-9_-]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`),

  get axes() { return state.job.axes; },

  form(job) {
    const elsewhere = variants.names.filter(name => !job.axes.some(a => a.name === name));
    return h('section', { class: 'form variant-form', 'aria-label': 'Variants' },
      h('div', { class: 'form-head' }, h('h2', {}, 'Variants'), h('div', { class: 'space' }), structure.obstacle ? null : iconButton('plus', 'Add an axis', () => this.addAxis())),
      job.axes.length || elsewhere.length ? null : h('p', { class: 'dim pad' }, 'One job, many films: an axis has values, such as sizes, and each says what is different in it.'),
      job.axes.map(axis => this.axis(axis)), elsewhere.map(name => h('p', { class: 'note' }, `The axis ${name} stands in another file, or comes from a table.`)));
  },

  axis(axis) {
    const { source } = axis, canChange = !structure.obstacle;
    const shown = variants.chosen[axis.name], all = variants.values(axis.name);
    const files = source === null ? null : [source].flat().map(s => (typeof s === 'string' ? s : JSON.stringify(s))).join(', ');
    return h('section', { class: 'axis-form', 'aria-label': `Axis ${axis.name}`, dataset: { axisForm: axis.name } },
      h('div', { class: 'form-head' }, h('h3', {}, axis.name), h('div', { class: 'space' }),
        canChange && iconButton('pen', `Rename ${axis.name}`, () => this.renameAxis(axis)), canChange && !files && iconButton('plus', `Add a value to ${axis.name}`, () => this.addValue(axis)),
        canChange && iconButton('bin', `Delete ${axis.name}`, () => this.removeAxis(axis))),
      files ? [h('p', { class: 'dim' }, `A value for each of ${files}:`), h('div', { class: 'value-links' }, all.slice(0, 60).map(name => this.link(axis, name, shown)))] : axis.values.map(value => this.value(axis, value, shown)));
  },

  link(axis, name, shown) {
    return h('button', { type: 'button', class: 'link mono', 'aria-pressed': String(name === shown), title: name === shown ? `${name} is shown` : `Show ${name}`, dataset: { focus: `variant:${axis.name}:${name}` }, onclick: () => variants.choose(axis.name, name, variants.chosen) }, name);
  },

  value(axis, value, shown) {
    const { name, path } = value, isShown = name === shown, key = `variant:${path}`, canChange = !structure.obstacle;
    const changed = this.changes(value);
    return h('details', { class: `object variant-value${isShown ? ' is-shown' : ''}`, dataset: { value: name }, open: openFields.has(key), ontoggle: event => { event.target.open ? openFields.add(key) : openFields.delete(key); } },
      h('summary', { dataset: { focus: key } }, h('b', {}, name), isShown ? h('span', { class: 'badge' }, 'shown') : null, h('span', { class: 'dim' }, changed.length ? changed.map(c => c.label).join(', ') : 'as the job is')),
      h('div', { class: 'variant-tools' }, isShown ? null : h('button', { type: 'button', onclick: () => variants.choose(axis.name, name, variants.chosen) }, `Show ${name}`),
        canChange && iconButton('pen', `Rename ${name}`, () => this.renameValue(axis, value)), canChange && iconButton('copy', `Copy ${name}`, () => this.copyValue(axis, value)), canChange && iconButton('bin', `Delete ${name}`, () => this.removeValue(axis, value))),
      changed.map(c => this.row(c)), canChange && this.adder(value));
  },

  // Changes of a value

  /** As `{ label, path, json, schema, base }`, one for each variable, key of the canvas and parameter, and for each other key. */
  changes({ path, json }) {
    const entries = object => Object.entries(isObject(object) ? object : {});
    return entries(json).flatMap(([name, value]) => {
      const inner = `${path}.${name}`;
      if (name === 'variables' && isObject(value)) return entries(value).map(([n, v]) => ({ label: `$${n}`, path: this.key(inner, n), json: v, ...this.variable(n) }));
      if (name === 'canvas' && isObject(value)) return entries(value).map(([n, v]) => ({ label: `canvas ${n}`, path: this.key(inner, n), json: v, ...this.canvas(n) }));
      if (name === 'stages' && isObject(value)) return entries(value).flatMap(([id, s]) => this.stageChanges(id, s, this.key(inner, id)));
      return [{ label: name, path: inner, json: value, schema: { kind: 'json' } }];
    });
  },

  stageChanges(id, json, path) {
    if (!isObject(json)) return [{ label: id, path, json, schema: { kind: 'json' } }];
    return Object.entries(json).flatMap(([name, value]) => (name !== 'parameters' || !isObject(value) ? [{ label: `${id} ${name}`, path: this.key(path, name), json: value, ...this.stageKey(id, name) }]
      : Object.entries(value).map(([n, v]) => ({ label: `${id} ${n}`, path: this.key(`${path}.parameters`, n), json: v, ...this.parameter(id, n) }))));
  },

  variable(name) {
    const found = state.job.variables.find(v => v.name === name);
    return { schema: found ? inspector.schemaOf(found) : { kind: 'json' }, base: found?.value };
  },

  declared: p => ({ schema: p?.schema ?? { kind: 'json' }, base: p ? (p.isSet ? p.json : p.default ?? p.value) : undefined }),
  canvas(name) { return this.declared(state.job.parts.find(p => p.kind === 'canvas')?.parameters.find(p => p.name === name)); },
  parameter(id, name) { return this.declared(state.job.stages.find(s => s.id === id)?.parameters.find(p => p.name === name)); },
  stageKey(id, name) { return this.declared(state.job.stages.find(s => s.id === id)?.keys.find(k => k.name === name)); },

  row({ label, path, json, schema }) {
    const context = { path, label, schema, json: structuredClone(json), value: json, default: null, stage: null, set: (value, isDrag) => { context.json = value; editor.edit(path, value, { isDrag }); } };
    return h('div', { class: 'parameter', dataset: { name: label, parameter: path } },
      h('div', { class: 'parameter-head' }, h('span', { class: 'parameter-name' }, label), h('div', { class: 'space' }), modeSelect(context),
        structure.obstacle ? null : iconButton('reset', `${label}: as in the job`, () => { rawFields.delete(path); this.reset(path); }, { class: 'quiet icon-only reset', dataset: { reset: path } })),
      valueEditor(context));
  },

  /** Without it, objects that hold nothing else go, too. */
  reset(path) {
    const value = this.axes.flatMap(a => a.values).find(v => path.startsWith(`${v.path}.`)), same = this.changes(value).filter(c => c.path !== path).map(c => c.path);
    let whole = path;
    for (let outer = this.outer(whole); outer !== value.path && !same.some(p => p.startsWith(`${outer}.`) || p.startsWith(`${outer}[`)); outer = this.outer(outer)) whole = outer;
    return editor.editAll([{ path: whole, remove: true }], { label: 'taking a change of a variant back' }).then(() => inspector.rebuild(true));
  },

  outer: path => path.replace(/(\.[^.[\]]+|\["(?:[^"\\]|\\.)*"\]|\[\d+\])$/, ''),

  /** Chooses one more thing to change. It begins with what the job has. */
  adder(value) {
    const known = new Set(this.changes(value).map(c => c.path)), { path } = value;
    const groups = [
      ['Variables', state.job.variables.map(v => [v.name, this.key(`${path}.variables`, v.name), this.variable(v.name)])],
      ['Canvas', (state.job.parts.find(p => p.kind === 'canvas')?.parameters ?? []).filter(p => p.name !== 'fps').map(p => [p.name, this.key(`${path}.canvas`, p.name), this.declared(p)])],
      ...state.job.stages.filter(s => !s.id.includes('/')).map(s => [s.id, s.parameters.filter(p => p.isSet).map(p => [`${s.id} ${p.name}`, this.key(`${this.key(`${path}.stages`, s.id)}.parameters`, p.name), this.declared(p)])]),
    ].map(([name, list]) => [name, list.filter(([, p]) => !known.has(p))]).filter(([, list]) => list.length);
    const all = groups.flatMap(([, list]) => list);
    const select = h('select', { 'aria-label': `Change something in ${value.name}`, dataset: { focus: `variant-add:${path}` }, onchange: () => {
      const [name, target, { schema, base }] = all[select.selectedIndex - 1];
      editor.editAll([{ path: target, value: structuredClone(base ?? emptyValue(schema)) }], { label: `changing ${name} in ${value.name}` }).then(() => inspector.rebuild(true));
    } }, h('option', {}, 'Change …'), groups.map(([name, list]) => h('optgroup', { label: name }, list.map(([text]) => h('option', {}, text)))));
    return select;
  },

  // Axes

  /** Asks for names; `run` gets them once they are good. */
  askNames(title, fields, word, run) {
    const inputs = fields.map(([label, value]) => ({ label, input: h('input', { required: true, value, autocomplete: 'off', spellcheck: 'false', 'aria-label': label }) }));
    const done = () => {
      const names = inputs.map(i => i.input.value.trim()), why = names.map((name, n) => fields[n][2](name)).find(Boolean);
      why ? say(why, true) : run(...names);
    };
    ask(title, inputs.map(({ label, input }) => h('label', {}, `${label} `, input)), [[word, done, true]]);
    inputs[0].input.focus();
    inputs[0].input.select();
    for (const { input } of inputs) input.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); $('question-buttons').lastChild.click(); } });
  },

  axisFault(old) {
    return name => (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name) || name === 'skip' ? "A name of letters, digits, '-' and '_' is needed, which begins with a letter"
      : name !== old && variants.names.includes(name) ? `There is an axis ${name} already` : null);
  },

  valueFault(axis, old) {
    return name => (!/^[A-Za-z0-9_-]+$/.test(name) ? "A name of letters, digits, '-' and '_' is needed"
      : name !== old && axis.values.some(v => v.name === name) ? `${axis.name} has a ${name} already` : null);
  },

  /** Files of outputs that need an axis in their names, so that no two films have one; or no longer. */
  outputEdits(change) {
    return (state.job.parts ?? []).filter(p => p.kind === 'output').flatMap(part => {
      const file = part.parameters.find(p => p.name === 'file');
      if (typeof file?.json !== 'string') return [];
      const value = change(file.json);
      return value === file.json ? [] : [{ path: file.path, value }];
    });
  },

  async changed(edits, label, chosen = null) {
    if (!(await editor.editAll(edits, { label }))) return false;
    await workspace.loadState();
    const { all } = variants, wanted = chosen && all.find(v => Object.entries(chosen).every(([k, x]) => v.choices[k] === x));
    const next = wanted ?? all.find(v => v.id === state.variant) ?? all[0];
    if (next && next.id !== state.variant) await workspace.open(state.file, next.id, { keepsFrame: true });
    else if (!next && state.variant) await workspace.open(state.file, '', { keepsFrame: true });
    inspector.rebuild(true);
    return true;
  },

  addAxis() {
    this.askNames('Add an axis', [['Name', this.axes.some(a => a.name === 'size') ? '' : 'size', this.axisFault()], ['First value', 'default', name => this.valueFault({ values: [] })(name)]], 'Add', (axis, value) => {
      const name = file => (file.includes(`{${axis}}`) ? file : file.replace(/(\.[^./]+)?$/, `-{${axis}}$1`));
      this.changed([{ path: `variants.${axis}`, value: { [value]: {} } }, ...this.outputEdits(name)], `adding the axis ${axis}`, { [axis]: value }).catch(showError);
    });
  },

  renameAxis(axis) {
    this.askNames(`Rename ${axis.name}`, [['Name', axis.name, this.axisFault(axis.name)]], 'Rename', name => {
      if (name === axis.name) return;
      const skips = this.skips.map((_, n) => ({ n })).filter(({ n }) => axis.name in this.skips[n]).map(({ n }) => ({ path: `variants.skip[${n}].${axis.name}`, key: name }));
      const edits = [...skips, { path: axis.path, key: name }, ...this.outputEdits(file => file.replaceAll(`{${axis.name}}`, `{${name}}`).replaceAll(`{${axis.name}.`, `{${name}.`))];
      this.changed(edits, `renaming ${axis.name}`, { ...this.without(axis.name), [name]: variants.chosen[axis.name] }).then(isDone => isDone && this.sayUses(axis.name, `${axis.name} is ${name} now`)).catch(showError);
    });
  },

  removeAxis(axis) {
    const count = variants.values(axis.name).length;
    ask(`Delete ${axis.name}?`, h('p', {}, `Its ${count === 1 ? 'value goes' : `${count} values go`} with it.`), [['Delete', () => {
      const isOnly = this.axes.length === 1 && !this.skips.some(s => !(axis.name in s));
      const skips = this.skips.map((s, n) => [s, n]).filter(([s]) => axis.name in s).reverse().map(([, n]) => ({ path: `variants.skip[${n}]`, delete: true }));
      const name = file => file.replaceAll(`-{${axis.name}}`, '').replaceAll(`{${axis.name}}-`, '').replaceAll(`{${axis.name}}`, axis.name);
      this.changed([...(isOnly ? [{ path: 'variants', remove: true }] : [...skips, { path: axis.path, remove: true }]), ...this.outputEdits(name)], `deleting the axis ${axis.name}`, this.without(axis.name)).then(isDone => isDone && this.sayUses(axis.name, `${axis.name} is deleted`)).catch(showError);
    }, true]]);
  },

  // Values

  get skips() { return state.job.skip ?? []; },
  without(axis) { return Object.fromEntries(Object.entries(variants.chosen).filter(([name]) => name !== axis)); },

  /** Says what else has a name, which stays as it is. */
  sayUses(name, text) {
    const count = (state.text.match(new RegExp(`(?<![\\w.-])${name.replace(/[-.]/g, '\\$&')}(?![\\w-])`, 'g')) ?? []).length;
    say(count ? `${text}; the text still has its name in ${count === 1 ? 'one place' : `${count} places`}, such as an expression: look there` : text);
  },

  addValue(axis) {
    this.askNames(`Add a value to ${axis.name}`, [['Name', '', this.valueFault(axis)]], 'Add', name => {
      const path = this.key(axis.path, name);
      openFields.add(`variant:${path}`);
      this.changed([{ path, value: {} }], `adding ${name}`, { ...variants.chosen, [axis.name]: name }).catch(showError);
    });
  },

  copyValue(axis, { name, json }) {
    this.askNames(`Copy ${name}`, [['Name', structure.freeId(name, new Set(axis.values.map(v => v.name))), this.valueFault(axis)]], 'Copy', copy => this.changed([{ path: this.key(axis.path, copy), value: json }], `copying ${name}`, { ...variants.chosen, [axis.name]: copy }).catch(showError));
  },

  renameValue(axis, { name, path }) {
    this.askNames(`Rename ${name}`, [['Name', name, this.valueFault(axis, name)]], 'Rename', value => {
      if (value === name) return;
      const skips = this.skips.flatMap((s, n) => (s[axis.name] === name ? [{ path: `variants.skip[${n}].${axis.name}`, value }] : []));
      const isShown = variants.chosen[axis.name] === name;
      this.changed([...skips, { path, key: value }], `renaming ${name}`, isShown ? { ...variants.chosen, [axis.name]: value } : null).then(isDone => isDone && this.sayUses(name, `${name} is ${value} now`)).catch(showError);
    });
  },

  removeValue(axis, { name, path }) {
    if (axis.values.length === 1) return this.removeAxis(axis);
    const skips = this.skips.map((s, n) => [s, n]).filter(([s]) => s[axis.name] === name).reverse().map(([, n]) => ({ path: `variants.skip[${n}]`, delete: true }));
    return this.changed([...skips, { path, remove: true }], `deleting ${name}`, variants.chosen[axis.name] === name ? this.without(axis.name) : null).then(isDone => isDone && this.sayUses(name, `${name} is deleted. ${keyName('mod Z')} brings it back`)).catch(showError);
  },
};
