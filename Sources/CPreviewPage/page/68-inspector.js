/** The form of the picked stage's parameters and of the job's variables. */
class Inspector {
  constructor() {
    this.page = $('panel-stage');
    this.isDirty = false;
    this.mustBuild = false;
    this.isPointerDown = false;
    this.filter = '';
    on('job', () => this.rebuild(this.mustBuild));
    on('stage', () => { this.pickedSet = null; this.build(); });
    on('solo', () => this.rebuild(true));
    this.page.addEventListener('focusout', () => setTimeout(() => this.settle(), 0));
    this.keepNumbers();
    document.addEventListener('pointerdown', () => { this.isPointerDown = true; }, true);
    for (const name of ['pointerup', 'pointercancel']) {
      document.addEventListener(name, () => { this.isPointerDown = false; setTimeout(() => this.settle(), 0); }, true);
    }
  }

  /** A number that is left empty gets its last value back. */
  keepNumbers() {
    const given = new WeakMap();
    const note = ({ target }) => { if (target.type === 'number' && target.value !== '') given.set(target, target.value); };
    this.page.addEventListener('focusin', note);
    this.page.addEventListener('input', note);
    this.page.addEventListener('focusout', ({ target }) => { if (target.type === 'number' && target.value === '') target.value = given.get(target) ?? ''; });
  }

  /** Whether the user is in the middle of giving a value here, so that the form must stay. */
  get isBusy() {
    if (this.isPointerDown || editor.isDragging) return true;
    const active = document.activeElement;
    return this.page.contains(active) && active.matches('input:not([type=checkbox]), textarea, .knob') && active !== this.search;
  }

  /** Builds the form again, as soon as that disturbs nobody; if forced, after the edit that is under way at the latest. */
  rebuild(isForced = false) {
    if (isForced && (editor.isSending || editor.pending.length)) this.mustBuild = true;
    else if (isForced && !this.isPointerDown) this.build();
    else if (this.isBusy) this.isDirty = true;
    else this.build();
  }

  settle() { if ((this.isDirty || this.mustBuild) && !this.isBusy && !editor.isSending) this.build(); }

  build() {
    this.isDirty = this.mustBuild = false;
    const focus = this.focusKey();
    const scroll = this.page.scrollTop;
    // A click may have opened one just now, of which its own event has not told yet.
    for (const summary of this.page.querySelectorAll('details > summary[data-focus]')) summary.parentNode.open ? openFields.add(summary.dataset.focus) : openFields.delete(summary.dataset.focus);
    fill(this.page, ...(state.job ? this.content(state.job) : []));
    this.page.scrollTop = scroll;
    this.restoreFocus(focus);
  }

  focusKey() {
    const active = document.activeElement;
    if (!this.page.contains(active)) return null;
    return { focus: active.dataset.focus, path: active.dataset.path, label: active.getAttribute('aria-label'), from: active.selectionStart };
  }

  restoreFocus(key) {
    if (!key) return;
    const all = [...this.page.querySelectorAll('input, select, textarea, button, summary')];
    const found = all.find(e => (key.focus && e.dataset.focus === key.focus) || (key.path && e.dataset.path === key.path)) || all.find(e => key.label && e.getAttribute('aria-label') === key.label);
    found?.focus({ preventScroll: true });
    try { if (key.from !== null && key.from !== undefined) found?.setSelectionRange(key.from, key.from); } catch { /* not a text */ }
  }

  content(job) {
    const stage = job.stages[state.stage];
    return [this.picker(job), this.several(), stage ? this.stageForm(stage) : h('p', { class: 'dim pad' }, 'Pick a stage in the timeline, in the graph or on the picture.'), this.variableForm(job), stage ? null : [variantForm.form(job), filmForm.form(job)]];
  }

  picker(job) {
    const select = h('select', { 'aria-label': 'Stage', dataset: { focus: 'stage' }, onchange: event => pickStage(Number(event.target.value), false) },
      h('option', { value: -1 }, 'No stage'), job.stages.map((s, n) => h('option', { value: n }, `${'  '.repeat(s.depth)}${s.id}`)));
    select.value = state.stage;
    this.search = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter parameters', value: this.filter, dataset: { focus: 'filter' }, oninput: event => { this.filter = event.target.value.trim().toLowerCase(); this.applyFilter(); } });
    setTimeout(() => this.applyFilter(), 0);
    return h('div', { class: 'panel-tools' }, select, this.search);
  }

  /** Those that are picked with it. */
  several() {
    const { stages } = selection;
    if (stages.length < 2) return null;
    return h('div', { class: 'several' }, h('p', {}, `${stages.length} are picked: ${stages.map(s => s.id).join(', ')}`), h('button', { type: 'button', onclick: () => structure.group().catch(showError) }, 'Group'));
  }

  applyFilter() {
    for (const row of this.page.querySelectorAll('.parameter')) row.hidden = !!this.filter && !row.dataset.name.toLowerCase().includes(this.filter);
  }

  stageForm(stage) {
    // A value that is set or reset stays at its place until another stage is picked.
    if (this.pickedSet?.id !== stage.id) this.pickedSet = { id: stage.id, names: new Set(stage.parameters.filter(p => p.isSet).map(p => p.name)) };
    const set = stage.parameters.filter(p => this.pickedSet.names.has(p.name)), rest = stage.parameters.filter(p => !this.pickedSet.names.has(p.name));
    return h('section', { class: 'form', 'aria-label': `Parameters of ${stage.id}` },
      h('div', { class: 'form-head' }, h('h2', { title: stage.id }, stage.id), h('div', { class: 'space' }), this.tools(stage)),
      h('p', { class: 'dim stage-kind' }, stage.stage, this.place(stage)),
      stage.summary ? h('p', { class: 'summary' }, stage.summary) : null,
      stage.file ? h('p', { class: 'note' }, `It stands in another file: what is changed here ${sources.note(stage.file)}.`) : null,
      this.times(stage), this.keys(stage), set.map(p => this.parameter(p, stage)),
      rest.length ? h('h3', { class: 'rest' }, set.length ? 'Others' : 'Not set') : null, rest.map(p => this.parameter(p, stage)));
  }

  tools(stage) {
    const isHidden = structure.isHidden(stage), isSolo = structure.solo === stage.id;
    const tool = (name, label, key, run, isOn = null) => iconButton(name, label, run, { title: `${label} (${keyName(key)})`, 'aria-pressed': isOn === null ? null : String(isOn), dataset: { focus: `tool-${name}` } });
    const isOwn = !stage.file;
    return h('div', { class: 'stage-tools', role: 'toolbar', 'aria-label': stage.id }, isOwn && tool('pen', `Rename ${stage.id}`, 'F2', () => structure.rename()),
      isOwn && tool('copy', `Duplicate ${stage.id}`, 'mod D', () => structure.duplicate()), tool(isHidden ? 'hidden' : 'eye', `${isHidden ? 'Show' : 'Hide'} ${stage.id}`, 'H', () => structure.toggleHidden(), isHidden),
      tool('solo', isSolo ? 'Show all stages' : `Show ${stage.id} alone`, 'S', () => structure.toggleSolo(), isSolo), isOwn && tool('bin', `Delete ${stage.id}`, 'del', () => structure.remove().catch(showError)));
  }

  /** When it is there, how it comes in and leaves, with which it moves: what is set, and the rest folded. */
  keys(stage) {
    const set = stage.keys.filter(k => k.isSet), rest = stage.keys.filter(k => !k.isSet);
    const open = this.openKeys === stage.id;
    return [set.map(k => this.parameter(k, stage)),
      h('details', { class: 'object', open, ontoggle: event => { this.openKeys = event.target.open ? stage.id : null; } },
        h('summary', { dataset: { focus: 'keys' } }, 'Time, place and motion'), rest.map(k => this.parameter(k, stage)))];
  }

  times(stage) {
    const moments = (stage.moments || []).map(m => h('button', { type: 'button', class: 'link mono', title: `Go to ${m.name}`, onclick: () => { player.pause(); player.seek(Math.round(m.seconds * player.fps)); } }, `${m.name} ${rounded(m.seconds, 2)}`));
    return h('p', { class: 'times dim' }, `${rounded(stage.start, 3)} s to ${stage.end === null ? 'the end' : `${rounded(stage.end, 3)} s`}`, moments);
  }

  place({ file, line, column }) {
    if (!line) return null;
    const text = file ? `${file.split('/').at(-1)}:${line}` : `${line}:${column ?? 1}`;
    const what = file && `Line ${line} of ${sources.name(file)}${sources.users(file)}`;
    return h('button', { type: 'button', class: 'link mono place', title: what || `Show line ${line}`, onclick: () => (file ? say(what) : textPanel.showLine(line, column)) }, text);
  }

  parameter(parameter, stage) {
    const context = {
      path: parameter.path, label: parameter.name, schema: parameter.schema, json: parameter.isSet ? structuredClone(parameter.json) : undefined,
      value: parameter.value, default: parameter.default, stage,
      set: (value, isDrag) => { context.json = value; row.classList.remove('is-default'); editor.edit(parameter.path, value, { isDrag }); },
    };
    const reset = parameter.isSet ? iconButton('reset', `Reset ${parameter.name}`, () => { rawFields.delete(parameter.path); editor.remove(parameter.path); this.rebuild(true); }, { class: 'quiet icon-only reset', dataset: { reset: parameter.path } }) : null;
    const isElsewhere = parameter.file && parameter.isSet && parameter.file !== stage?.file;
    const row = h('div', { class: `parameter${parameter.isSet ? '' : ' is-default'}`, dataset: { name: parameter.name, parameter: parameter.path }, title: isElsewhere ? `A change here ${sources.note(parameter.file)}` : null },
      h('div', { class: 'parameter-head' }, h('span', { class: 'parameter-name', title: parameter.summary }, parameter.name), h('div', { class: 'space' }), parameter.isSet ? this.place(parameter) : null, modeSelect(context), reset),
      valueEditor(context));
    return row;
  }

  variableForm(job) {
    if (!job.variables.length) return state.stage < 0 && !state.isReview ? h('section', { class: 'form', 'aria-label': 'Variables' }, h('div', { class: 'form-head' }, h('h2', {}, 'Variables'), h('div', { class: 'space' }), filmForm.adder('variable'))) : null;
    const made = job.variables.filter(v => v.field), rest = job.variables.filter(v => !v.field && !v.file);
    const foreign = groupedBy(job.variables.filter(v => !v.field && v.file), v => v.file);
    // Fields of one group stand together, where the first of them is.
    const groups = [...new Set(made.map(v => v.field.group || ''))];
    const rows = groups.map(group => [group ? h('h3', { class: 'rest' }, group) : null, made.filter(v => (v.field.group || '') === group).map(v => this.variable(v))]);
    return h('section', { class: 'form', 'aria-label': 'Variables' }, h('div', { class: 'form-head' }, h('h2', {}, 'Variables'), h('div', { class: 'space' }), filmForm.adder('variable')), rows,
      made.length && rest.length ? h('h3', { class: 'rest' }, 'Others') : null, rest.map(v => this.variable(v)),
      [...foreign].map(([file, list]) => [h('h3', { class: 'rest' }, `In ${sources.name(file)}`), h('p', { class: 'note' }, `A change here ${sources.note(file)}.`), list.map(v => this.variable(v))]));
  }

  variable(variable) {
    const { field } = variable;
    const context = {
      path: variable.path, label: field?.label || variable.name, json: structuredClone(variable.value), value: variable.value, default: null, schema: this.schemaOf(variable),
      set: (value, isDrag) => { context.json = value; editor.edit(variable.path, value, { isDrag }); },
    };
    return h('div', { class: 'parameter', dataset: { name: `${variable.name} ${field?.label || ''}`, variable: variable.name } },
      h('div', { class: 'parameter-head' }, h('span', { class: 'parameter-name', title: field?.help || null }, field ? field.label : `$${variable.name}`), h('div', { class: 'space' }), this.place(variable), modeSelect(context)), valueEditor(context));
  }

  /** That of its field, of a parameter which is given by the variable, or else what the value looks like. */
  schemaOf({ name, value, field }) {
    if (field?.schema && !isObject(value)) return field.schema;
    const users = state.job.stages.flatMap(s => s.parameters).filter(p => p.json === `$${name}`);
    return isObject(value) && users.length ? users[0].schema : inferredSchema(value);
  }

  showVariable(name) {
    showTab('stage');
    const row = this.page.querySelector(`[data-variable="${CSS.escape(name)}"]`);
    if (!row) return say(`$${name} is not a variable of this file`);
    row.scrollIntoView({ block: 'center' });
    row.querySelector('input, textarea, select:not(.mode), .curve-button')?.focus();
    flash(row);
  }
}

/** Draws attention to an element for a moment. */
function flash(element) {
  element.classList.remove('is-flashing');
  void element.offsetWidth;
  element.classList.add('is-flashing');
}
