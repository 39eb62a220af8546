/** Values with keyframes as the program computes them, and the time in which keyframes of a stage count. */
class Motions {
  constructor() {
    /** The time of the picked stage, and its values with keyframes, at instants that are evenly apart, as `{ id, times, motions }`. */
    this.own = null;
    on('job', () => this.load());
    on('stage', () => this.load());
  }

  async load() {
    const stage = state.job?.stages[state.stage], key = stage && `${stage.id}!${state.job.revision}`;
    if (!stage || !(this.isRemapped(stage) || stage.parameters.some(p => isMotion(p.json)))) { this.own = null; return; }
    if (this.own?.key === key) return;
    try {
      const [first, last] = this.span(stage);
      const answer = await this.ask(stage, first / player.fps, last / player.fps, clamp(last - first + 1, 1, 2000));
      const picked = state.job?.stages[state.stage];
      if (!picked || `${picked.id}!${state.job.revision}` !== key) return;
      this.own = { key, id: stage.id, ...answer };
      emit('values');
      if (this.isRemapped(stage)) emit('own-time');
    } catch (error) {
      if (error.status !== 409 && error.status !== 422) showError(error);
    }
  }

  /** The first and the last frame that keyframes of a stage reach; those of the video where its time is not the video's. */
  span(stage) {
    const end = player.frames - 1, times = stage.parameters.filter(p => isMotion(p.json)).flatMap(p => p.json.keyframes.map(k => k.at));
    if (this.isRemapped(stage) || !times.length || !times.every(Number.isFinite)) return [0, end];
    const frame = seconds => clamp(Math.round((stage.start + seconds) * player.fps), 0, end);
    return [frame(Math.min(...times)), frame(Math.max(...times))];
  }

  /** A value of the picked stage at those instants; nothing where that is not known. What it was before a change is taken until the new one is there. */
  values(stage, location) { return this.own?.id === stage.id ? this.own.motions.find(m => m.location === location) : undefined; }

  ask(stage, from, to, count) {
    const { file, variant, revision } = state.job;
    return get('/api/motions', { file, variant, revision, stage: stage.id, from, to, count });
  }

  /** The number of pieces into which a value falls, `[{ at, … }]` in the order of time; `json` is null where it stands elsewhere. */
  series(stage, { location, axes, times, mode }) {
    const found = this.find(stage, location);
    const labels = axes.length > 1 ? ['x', 'y'] : [''];
    return { ...found, key: `${stage.id}.${location}`, stage, location, axes, times, mode, labels };
  }

  /** Where a value stands: its path, its JSON and its schema, or the reason why it cannot be changed here. */
  find(stage, location) {
    const [name, ...rest] = location.match(/[^.[\]]+|\[\d+\]/g);
    const parameter = places.parameter(stage, name);
    const why = places.obstacle(stage);
    let { path, json, schema } = parameter || {};
    for (const step of rest) {
      const key = step.startsWith('[') ? Number(step.slice(1, -1)) : Array.isArray(json) ? ['x', 'y'].indexOf(step) : step;
      json = json?.[key];
      path += typeof key === 'number' ? `[${key}]` : `.${key}`;
      schema = this.below(schema, step);
    }
    const isThere = isMotion(json) && json.follow === undefined;
    return { path, schema: schema || {}, json: isThere ? json : null, why: why || (isThere ? null : `The keyframes of the ${location} of ${stage.id} are given elsewhere`) };
  }

  below(schema, step) {
    if (!schema) return null;
    if (step.startsWith('[')) return schema.of;
    const field = schema.fields?.find(f => f.name === step)?.schema;
    const variant = schema.variants?.find(v => v.name === step);
    return field || (variant ? { fields: variant.fields } : schema.kind === 'point' ? { kind: 'number', unit: 'points' } : null);
  }

  // Time

  /** Whether a stage lives in the time of one that plays what it holds in a way of its own. */
  isRemapped(stage) { return structure.holders(stage).some(s => places.parameter(s, 'time')?.isSet); }

  /** The time of a stage's keyframes at an instant of the video; nothing where that is not known. */
  timeOf(stage, seconds) {
    if (!this.isRemapped(stage)) return seconds - stage.start;
    if (this.own?.id !== stage.id) return null;
    const { times } = this.own, place = clamp((seconds * player.fps) / Math.max(1, player.frames - 1), 0, 1) * (times.length - 1);
    const [a, b] = [times[Math.floor(place)], times[Math.ceil(place)]];
    return a + (b - a) * (place % 1);
  }

  /** When a keyframe is, in seconds of the video; nothing where that is not known or never. */
  videoTime(stage, location, n, at) {
    return this.isRemapped(stage) ? this.values(stage, location)?.times[n] ?? null : stage.start + at;
  }
}
