/** The stages that are picked: the one whose form is shown, and others. */
class Selection {
  constructor() {
    /** The ids of those besides the picked one. */
    this.others = new Set();
    on('opened', () => this.others.clear());
    on('job', () => { for (const id of this.others) if (!state.job.stages.some(s => s.id === id)) this.others.delete(id); });
  }

  get stages() { return (state.job?.stages || []).filter((s, n) => n === state.stage || this.others.has(s.id)); }
  get isSeveral() { return this.stages.length > 1; }

  has(index) { return index === state.stage || this.others.has(state.job?.stages[index]?.id); }

  /** Adds a stage, or takes it away. */
  toggle(index) {
    const stage = state.job?.stages[index];
    if (!stage) return;
    if (state.stage < 0) return pickStage(index, false);
    if (this.others.delete(stage.id)) emit('stage');
    else if (index === state.stage) {
      const [next] = this.others;
      this.others.delete(next);
      pickStage(next === undefined ? -1 : state.job.stages.findIndex(s => s.id === next), false, true);
    } else {
      this.others.add(stage.id);
      emit('stage');
    }
    const { stages } = this;
    say(stages.length > 1 ? `${stages.length} stages are picked: ${stages.map(s => s.id).join(', ')}` : `${stages[0]?.id ?? 'Nothing'} is picked`);
  }

  /** Those that are moved: not the ones that move with another. */
  get movable() {
    const { stages } = this, all = state.job.stages;
    const ids = new Set(stages.map(s => s.id));
    const leader = s => { const json = s.keys?.find(k => k.name === 'parent')?.json; return isObject(json) ? json.stage : json; };
    const isLed = (s, depth = 0) => {
      if (depth > all.length) return false;
      return [all[s.parent], all.find(o => o.id === leader(s))].some(o => o && (ids.has(o.id) || isLed(o, depth + 1)));
    };
    return stages.filter(s => !isLed(s));
  }
}
