/** Stages are added, copied, removed, renamed, reordered, hidden and shown alone. */
class Structure {
  constructor() {
    /** The id of the only stage that is shown; the job knows nothing of it. */
    this.solo = null;
    this.kinds = null;
    $('add-stage').addEventListener('click', () => stagePalette.open());
    $('naming-cancel').addEventListener('click', () => $('naming').close());
    on('opened', () => this.setSolo(null));
    on('job', () => { if (this.solo && !state.job.stages.some(s => s.id === this.solo)) this.setSolo(null); });
  }

  /**
   * The stage that is meant: the picked one unless another is given. Says why nothing can be done. Values of stages in other files
   * can be changed, but not the order and the names of these.
   */
  own(index = state.stage, isValue = false) {
    const stage = state.job?.stages[index];
    if (!stage) say('Pick a stage first', true);
    else if (stage.file && !isValue) say(`${stage.id} stands in ${stage.file}, and is changed there`, true);
    else if (this.obstacle) say(this.obstacle, true);
    else return stage;
    return null;
  }

  /** Why no stage can be changed: what is shown of a text with errors is not what it says. */
  get obstacle() {
    if (state.isReview) return 'This is a review: the job is not changed here';
    if (!state.isUTF8) return 'The file is not UTF-8, so it cannot be changed here';
    return state.errors.length ? 'Mend the errors first, or undo what led to them' : null;
  }

  async kindList() {
    if (!this.kinds) ({ stages: this.kinds, files: this.files } = await get('/api/stages'));
    return this.kinds;
  }

  static place(path) {
    const [, list, index] = path.match(/^(.*)\[(\d+)\]$/);
    return { list, index: Number(index) };
  }

  /** Stages of the same list, in the order of the file. */
  siblings(stage) {
    const { list } = Structure.place(stage.path);
    return state.job.stages.filter(s => !s.file && s.path.startsWith(`${list}[`) && Structure.place(s.path).list === list);
  }

  freeId(wanted, taken = new Set(state.job.stages.map(s => s.id))) {
    if (!taken.has(wanted)) return wanted;
    const stem = wanted.replace(/-\d+$/, '');
    let n = 2;
    while (taken.has(`${stem}-${n}`)) n += 1;
    return `${stem}-${n}`;
  }

  pickId(id) {
    const index = state.job.stages.findIndex(s => s.id === id);
    if (index >= 0) pickStage(index, true);
    return index >= 0;
  }

  // Adding

  async add(name) {
    const kind = (await this.kindList()).find(k => k.name === name);
    if (!kind || !state.job) return undefined;
    if (this.obstacle) return say(this.obstacle, true);
    const picked = state.job.stages[state.stage], after = picked && !picked.file ? Structure.place(picked.path) : null;
    // On a map it stands in the middle of what the camera looks at now.
    const { file, variant, revision } = state.job, boxes = kind.inputs.some(i => i.name === 'coordinate') ? await get('/api/boxes', { file, variant, revision, frame: player.frame }) : { stages: [] };
    const coordinate = boxes.stages.find(b => b.place?.view)?.place.view.center.map(v => rounded(v, 5));
    const added = await this.addAll([{ add: name, ...(coordinate ? { coordinate } : {}), start: rounded(Math.floor(player.frame) / player.fps), ...(after ? { path: `${after.list}[${after.index + 1}]` } : {}) }], name);
    if (!added) return undefined;
    const stage = state.job.stages.find(s => s.id === added[0]), inputs = state.job.edges.filter(e => e.kind === 'value' && state.job.stages[e.to] === stage);
    return say(`${added[0]} is added${inputs.length ? `; it takes ${inputs.map(e => `${e.label.split(/\W+/).at(-1) || 'a value'} from ${state.job.stages[e.from].id}`).join(', ')}` : ''}`);
  }

  /** A piece of a product, in a folder of its own beside the job, shown as a job. */
  async addPiece(name) {
    if (this.obstacle) return say(this.obstacle, true);
    const { file } = state, { path, size } = await post('/api/piece', { file, template: name });
    if (file !== state.file) return say(`${path} is there; another job was opened meanwhile`);
    const added = await this.addAll([{ add: path, as: 'job', id: this.freeId(name), ...(size ? { size } : {}), start: rounded(Math.floor(player.frame) / player.fps) }], name);
    return added && say(`${added[0]} shows ${path}, which is beside the job`);
  }

  /** Adds stages and sounds, picks the last one, and returns their ids; nothing where that fails, or where one needs something. */
  async addAll(edits, name) {
    const known = new Set(this.ids);
    if (!(await editor.editAll(edits, { label: `adding ${name}` }))) return null;
    const [error] = state.errors;
    if (error) {
      if (error.line) textPanel.showLine(error.line, error.column);
      say(`${name} is added, and needs something: ${error.message}`, true);
      return null;
    }
    // Stages of nested jobs are listed, too, and stand in files of their own.
    const own = [...state.job.stages.filter(s => !s.file), ...state.job.sounds].map(s => s.id);
    const added = own.filter(id => !known.has(id));
    this.pickId(added.at(-1));
    return added;
  }

  get ids() { return [...state.job.stages, ...state.job.sounds].map(s => s.id); }

  // Several

  /** The picked stages, of those that hold one another the outermost; or the one that is meant instead. Says why nothing can be done. */
  meant(index, isValue = false) {
    if (!selection.isSeveral || (index !== undefined && !selection.has(index))) { const stage = this.own(index, isValue); return stage ? [stage] : []; }
    const all = selection.stages, held = s => this.holders(s).some(o => all.includes(o));
    const foreign = !isValue && all.find(s => s.file);
    if (this.obstacle || foreign) { say(this.obstacle || `${foreign.id} stands in ${foreign.file}, and is changed there`, true); return []; }
    return all.filter(s => !held(s));
  }

  named(stages) { return stages.map(s => s.id).join(', '); }

  // Copying, order

  async duplicate(index) {
    const stages = this.meant(index);
    if (!stages.length) return;
    const taken = new Set(state.job.stages.map(s => s.id));
    const ids = stages.map(stage => { const id = this.freeId(stage.id, taken); taken.add(id); return id; });
    // Later ones first, so that the places of earlier ones stay.
    const edits = stages.map((stage, n) => ({ path: stage.path, duplicate: ids[n] })).sort((a, b) => b.path.localeCompare(a.path, 'en', { numeric: true }));
    if (!(await editor.editAll(edits, { label: `copying ${this.named(stages)}` })) || !this.pickId(ids[0])) return;
    for (const id of ids.slice(1)) selection.others.add(id);
    if (ids.length > 1) emit('stage');
    say(ids.length > 1 ? `${ids.join(', ')} are copies of ${this.named(stages)}` : `${ids[0]} is a copy of ${stages[0].id}`);
  }

  /** To a place among the stages of its list. */
  async moveTo(stage, target) {
    const { list, index } = Structure.place(stage.path);
    if (target === index) return;
    if (await editor.editAll([{ path: `${list}[${index}]`, move: target }], { label: `moving ${stage.id}` })) say(`${stage.id} is moved`);
  }

  step(direction, index) {
    const stage = this.own(index);
    if (!stage) return;
    const siblings = this.siblings(stage);
    const next = siblings[siblings.findIndex(s => s.path === stage.path) + direction];
    if (!next) return say(`${stage.id} is the ${direction < 0 ? 'first' : 'last'} already`);
    this.moveTo(stage, Structure.place(next.path).index).then(() => {
      document.querySelector(`.track [data-stage="${CSS.escape(stage.id)}"]`)?.focus({ preventScroll: true });
    });
  }

  // Groups

  /** Neighbors of one list go into a group in their place. */
  async group() {
    if (!this.own()) return;
    const stages = selection.stages.filter(s => !s.file);
    const { list, index: first } = Structure.place(stages[0].path);
    const isTogether = stages.length === selection.stages.length && stages.every((s, n) => s.path === `${list}[${first + n}]`);
    if (!isTogether) return say('A group takes neighbors: carry them next to each other first', true);
    const id = this.freeId('group');
    if (await editor.editAll([{ path: stages[0].path, group: id, count: stages.length }], { label: `grouping ${stages.map(s => s.id).join(', ')}` }) && this.pickId(id)) say(`${id} holds ${stages.map(s => s.id).join(', ')}`);
  }

  async ungroup(index) {
    const stage = this.own(index);
    if (!stage) return;
    if (stage.stage !== 'group') return say(`${stage.id} is no group`, true);
    const lost = [...stage.keys.filter(k => k.isSet && k.path.startsWith(`${stage.path}.`)).map(k => k.name), ...stage.parameters.filter(p => p.isSet).map(p => p.name)];
    const run = async () => {
      const keys = stage.keys.filter(k => k.isSet).map(k => ({ path: k.path, remove: true }));
      const edits = [...(stage.parameters.some(p => p.isSet) ? [{ path: `${stage.path}.parameters`, remove: true }] : []), ...keys, { path: stage.path, ungroup: true }];
      const held = state.job.stages.find(s => s.path === `${stage.path}.stages[0]`)?.id;
      if (await editor.editAll(edits, { label: `ungrouping ${stage.id}` })) { if (held) this.pickId(held); say(`${stage.id} is taken apart`); }
    };
    if (!lost.length) return run();
    ask(`Ungroup ${stage.id}?`, h('p', {}, `Its ${lost.join(', ')} ${lost.length > 1 ? 'go' : 'goes'} with it: its stages will look different.`), [['Ungroup', run, true]]);
  }

  // Splitting

  /**
   * A stage ends at the playhead, and a copy goes on from there: in a group that starts then, with its content so much later, so that
   * animations run on and the picture stays.
   */
  async split(index) {
    const stage = this.own(index);
    if (!stage) return;
    const why = bars.fixed(stage), parent = state.job.stages[stage.parent];
    if (why) return say(why, true);
    if (parent?.stage === 'sequence') return say(`${stage.id} is a scene of ${parent.id}: it is trimmed, not split`, true);
    const remapped = parent && this.holders(stage).find(s => places.parameter(s, 'time')?.isSet);
    if (remapped) return say(`${remapped.id} has a time of its own: what it holds is not split`, true);
    const at = rounded(player.frame / player.fps), end = Math.min(stage.end ?? timeline.seconds, timeline.seconds);
    if (at <= stage.start || at >= end) return say(`The playhead is outside of ${stage.id}`, true);
    const { references } = await get('/api/references', { file: state.file, stage: stage.id });
    const users = new Set(references.filter(r => !['id', 'change', 'start'].includes(r.kind) && r.stage !== stage.id).map(r => r.stage));
    const id = this.freeId(stage.id), holder = this.freeId(`${stage.id}-rest`);
    const edits = [{ path: stage.path, split: rounded(at - stage.start), id, group: holder }];
    if (!(await editor.editAll(edits, { label: `splitting ${stage.id}` })) || !this.pickId(holder)) return;
    say(`${id} goes on where ${stage.id} ends${users.size ? `; ${[...users].join(', ')} still ${users.size > 1 ? 'take' : 'takes'} values of ${stage.id}` : ''}`);
  }

  /** The stages that hold a stage, the innermost first. */
  holders(stage) {
    const found = [];
    for (let n = stage.parent; n !== null && n !== undefined; n = state.job.stages[n].parent) found.push(state.job.stages[n]);
    return found;
  }

  // Names

  rename(index) {
    const stage = this.own(index);
    if (!stage) return;
    const name = $('naming-name');
    $('naming-title').textContent = `Rename ${stage.id}`;
    $('naming-note').textContent = 'What refers to it follows.';
    name.value = stage.id;
    const taken = () => name.setCustomValidity(name.value !== stage.id && state.job.stages.some(s => s.id === name.value) ? 'Another stage has this name.' : '');
    name.oninput = taken;
    $('naming-form').onsubmit = () => { if (name.value !== stage.id) this.giveName(stage, name.value); };
    $('naming').showModal();
    taken();
    name.select();
  }

  async giveName(stage, id) {
    if (await editor.editAll([{ rename: stage.id, to: id }], { label: `renaming ${stage.id}` })) {
      if (this.solo === stage.id) this.setSolo(id);
      this.pickId(id);
      say(`${stage.id} is ${id} now`);
    }
  }

  // Removing

  async remove(index) {
    const stages = this.meant(index);
    if (!stages.length) return;
    const answers = await Promise.all(stages.map(stage => get('/api/references', { file: state.file, stage: stage.id })));
    const references = answers.flatMap(a => a.references), names = this.named(stages);
    const held = new Set(state.job.stages.filter(s => !s.file && stages.some(o => s === o || s.path.startsWith(`${o.path}.`))).map(s => s.id));
    const others = references.filter(r => r.kind !== 'id' && r.kind !== 'change' && !held.has(r.stage));
    if (!others.length) return this.removeAll(stages, references, names);
    const kinds = await this.kindList();
    const needs = r => r.kind === 'input' && kinds.find(k => k.name === state.job.stages.find(s => s.id === r.stage)?.stage)?.inputs.find(i => r.path.endsWith(`.${i.name}`))?.optional === false;
    const words = { start: 'starts after it', matte: 'shows through it', parent: 'moves with it', place: 'stands next to it', follow: 'follows a number of it', sound: 'is heard at its cues', expression: 'computes with it' };
    const byStage = groupedBy(others, r => r.stage);
    const lines = [...byStage].map(([id, list]) => h('li', {}, h('b', {}, id ?? 'A sound'), ` ${[...new Set(list.map(r => words[r.kind] ?? `takes its ${r.path.split('.').at(-1)} from it`))].join(', ')}`));
    const dependents = [...byStage.keys()].map(id => state.job.stages.find(s => s.id === id)).filter(s => s && !s.file);
    const isNeeded = others.some(r => needs(r) || r.kind === 'expression'), count = stages.length + dependents.length, it = stages.length > 1 ? 'them' : 'it';
    ask(`Delete ${names}?`, [h('p', {}, `${byStage.size === 1 ? 'This depends' : 'These depend'} on ${it}:`), h('ul', { class: 'dependents' }, lines),
      h('p', { class: 'dim' }, isNeeded ? `Some cannot be drawn without ${it} until they are given something else.` : byStage.size === 1 ? `It stays where it is, without ${it}.` : `They stay where they are, without ${it}.`)], [
      dependents.length ? [`Delete ${count === 2 ? 'both' : `all ${count}`}`, () => this.removeAll([...stages, ...dependents], references, `${names} and what depended on ${it}`)] : null,
      [`Delete ${stages.length > 1 ? `${stages.length} stages` : names}`, () => this.removeAll(stages, references, names, byStage.size), true],
    ].filter(Boolean));
  }

  /** Removes stages, and what elsewhere is of no use without them: starts become times. */
  async removeAll(stages, references, label, count = 0) {
    const gone = path => stages.some(s => path === s.path || path.startsWith(`${s.path}.`));
    const edits = [];
    for (const r of references) {
      if (gone(r.whole) || r.kind === 'id' || r.kind === 'expression') continue;
      const stage = state.job.stages.find(s => s.id === r.stage);
      if (r.kind === 'start') edits.push({ path: r.whole, value: rounded(this.localStart(stage)) });
      else if (r.kind === 'sound') edits.push({ path: r.whole, value: rounded(state.job.sounds[Number(/\d+/.exec(r.whole)[0])]?.starts[0] ?? 0) });
      else if (!edits.some(e => e.path === r.whole)) edits.push({ path: r.whole, [r.kind === 'change' ? 'delete' : 'remove']: true });
    }
    // Later ones first, so that the places of earlier ones stay.
    const order = (a, b) => b.path.localeCompare(a.path, 'en', { numeric: true });
    const all = [...edits, ...stages.filter(s => !stages.some(o => o !== s && s.path.startsWith(`${o.path}.`))).map(s => ({ path: s.path, delete: true }))].sort(order);
    if (!(await editor.editAll(all, { label: `deleting ${label}` }))) return;
    say(`${label} ${stages.length > 1 ? 'are' : 'is'} deleted${count ? `; ${count === 1 ? '1 other is' : `${count} others are`} without it now` : ''}. ${keyName('mod Z')} brings it back`);
  }

  /** The start of a stage as a number would give it: times in groups count from the group's start. */
  localStart(stage) { return stage ? stage.start - (this.holders(stage)[0]?.start ?? 0) : 0; }

  // Seeing

  isHidden(stage) { return stage.keys?.find(k => k.name === 'hidden')?.json === true; }

  toggleHidden(index) {
    const stages = this.meant(index, true);
    if (!stages.length) return;
    const isHidden = stages.every(s => this.isHidden(s));
    const changed = stages.filter(s => this.isHidden(s) === isHidden);
    editor.editAll(changed.map(({ path }) => (isHidden ? { path: `${path}.hidden`, remove: true } : { path: `${path}.hidden`, value: true })), { label: `${isHidden ? 'showing' : 'hiding'} ${this.named(changed)}` });
  }

  /** Those that stay on the picture; the browser remembers them, the job knows nothing of it. */
  get locked() { return remembered(`locked ${state.file}`, []); }
  isLocked(stage) { return this.locked.includes(stage.id); }

  toggleLocked(index = state.stage) {
    const stage = state.job?.stages[index];
    if (!stage) return say('Pick a stage first', true);
    const isLocked = this.isLocked(stage);
    remember(`locked ${state.file}`, isLocked ? this.locked.filter(id => id !== stage.id) : [...this.locked, stage.id]);
    say(isLocked ? `${stage.id} is unlocked` : `${stage.id} is neither picked nor moved on the picture until it is unlocked`);
    emit('solo');
    return overlay.draw();
  }

  toggleSolo(index = state.stage) {
    const stage = state.job?.stages[index];
    if (!stage) return say('Pick a stage first', true);
    return this.setSolo(this.solo === stage.id ? null : stage.id);
  }

  setSolo(id) {
    if (id === this.solo) return;
    this.solo = id;
    if (state.job) {
      workspace.setSource(state.job, false);
      say(id ? `Only ${id} is drawn, here alone: the job stays as it is` : 'All stages are drawn');
    }
    emit('solo');
  }
}

/** Asks with a few words and buttons: `[text, action, isPrimary]`. */
function ask(title, body, buttons) {
  $('question-title').textContent = title;
  fill($('question-body'), ...[body].flat());
  fill($('question-buttons'), h('button', { type: 'button', onclick: () => $('question').close() }, buttons.length ? 'Cancel' : 'Close'),
    ...buttons.map(([text, action, isPrimary]) => h('button', { type: 'button', class: isPrimary ? 'primary' : '', onclick: () => { $('question').close(); action(); } }, text)));
  $('question').showModal();
  $('question-buttons').lastChild.focus();
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** A key's name as the machine's keyboard has it. */
const keyName = text => text.replace('mod ', isMac ? '⌘' : 'ctrl ').replace('alt ', isMac ? '⌥' : 'alt ').replace('shift ', '⇧');
