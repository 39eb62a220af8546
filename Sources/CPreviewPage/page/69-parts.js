/** The form of the film itself, where no stage is picked: its canvas, its outputs and its sounds. */
const filmForm = {
  titles: { film: 'Film', canvas: 'Canvas', output: 'Output', sound: 'Sound' },

  form(job) {
    const all = job.parts || [];
    const kinds = ['film', 'canvas', 'output', 'sound'];
    return kinds.map(kind => {
      const own = all.filter(p => p.kind === kind), isList = kind === 'output' || kind === 'sound';
      if (!isList) return own.map(part => this.section(part, this.titles[kind], null));
      return h('section', { class: 'form', 'aria-label': `${this.titles[kind]}s` }, h('div', { class: 'form-head' }, h('h2', {}, `${this.titles[kind]}s`), h('div', { class: 'space' }), this.adder(kind)),
        own.map((part, n) => this.section(part, this.name(part) ?? `${this.titles[kind]} ${n + 1}`, () => this.remove(part))));
    });
  },

  name: part => part.parameters.find(p => p.name === 'file')?.json,

  /** The values that are set, and the rest folded. */
  section(part, title, remove) {
    const set = part.parameters.filter(p => p.isSet), rest = part.parameters.filter(p => !p.isSet), key = `part:${part.path}`;
    const row = p => inspector.parameter(p, null);
    return h('section', { class: 'form', 'aria-label': title, dataset: { part: part.path } },
      h('div', { class: 'form-head' }, h(remove ? 'h3' : 'h2', { title }, title), h('div', { class: 'space' }), remove && !structure.obstacle ? iconButton('bin', `Delete ${title}`, remove) : null), set.map(row),
      h('details', { class: 'object', open: openFields.has(key), ontoggle: event => { event.target.open ? openFields.add(key) : openFields.delete(key); } }, h('summary', { dataset: { focus: key } }, set.length ? 'Others' : 'Not set'), rest.map(row)));
  },

  adder(kind) {
    if (structure.obstacle) return null;
    const run = { output: () => this.addOutput(), sound: () => addedFiles.choose(), variable: () => this.addVariable() }[kind];
    return iconButton('plus', `Add ${kind === 'output' ? 'an' : 'a'} ${kind}`, run);
  },

  remove(part) { return editor.editAll([{ path: part.path, delete: true }], { label: `deleting ${this.name(part) ?? part.kind}` }).then(() => inspector.rebuild(true)); },

  addOutput() {
    const taken = new Set(state.job.parts.filter(p => p.kind === 'output').map(this.name)), base = (state.job.name || 'film').replace(/[^A-Za-z0-9_-]+/g, '-');
    let n = 1;
    while (taken.has(n > 1 ? `${base}-${n}.mp4` : `${base}.mp4`)) n += 1;
    return editor.editAll([{ path: `outputs[${taken.size}]`, insert: { file: n > 1 ? `${base}-${n}.mp4` : `${base}.mp4` } }], { label: 'adding an output' }).then(() => inspector.rebuild(true));
  },

  /** Its kind is that of its first value. */
  addVariable() {
    const name = h('input', { required: true, pattern: '[A-Za-z_][A-Za-z0-9_]*', autocomplete: 'off', spellcheck: 'false' });
    const value = h('input', { autocomplete: 'off', spellcheck: 'false', placeholder: '#FF5A36, 12 or text' });
    const add = () => {
      if (!name.checkValidity() || state.job.variables.some(v => v.name === name.value)) return say(name.checkValidity() ? `There is a $${name.value} already` : "A name of letters, digits and '_' is needed", true);
      const number = value.value.trim() === '' ? NaN : Number(value.value);
      return editor.edit(`variables.${name.value}`, Number.isFinite(number) ? number : value.value).then(() => inspector.rebuild(true));
    };
    ask('Add a variable', [h('label', {}, 'Name ', name), h('label', {}, 'Value ', value)], [['Add', add, true]]);
    name.focus();
  },
};
