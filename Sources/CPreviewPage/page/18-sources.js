/**
 * The files that a film is read from besides its own: those that it extends, includes or shows. The path of a value in one of them
 * begins with the file's name, as in `<parts/card.json>stages[0].start`, so that an edit goes to where the value stands.
 */
const sources = {
  /** The facts of each by its name: `{ part, users, text, isDraft, diskDigest, diskChanged, baseText }`. */
  all: new Map(),

  path: (file, path) => (file ? `<${encodeURI(file)}>${path}` : path),

  /** The file of a path, which is null for the job's own, and the path in it. */
  split(path) {
    const [, file, rest] = /^<([^>]*)>([^]*)$/.exec(path ?? '') ?? [null, null, path];
    return { part: file === null ? null : decodeURI(file), path: rest };
  },

  /** Completes the paths of a job that came from the server. */
  mark(job) {
    const mark = item => { item.path = sources.path(item.file, item.path); };
    for (const stage of job.stages) {
      mark(stage);
      for (const item of [...stage.parameters, ...stage.keys]) mark(item);
    }
    job.variables.forEach(mark);
    for (const sound of job.sounds) sound.path = sources.path(sound.source, sound.path);
  },

  /** Takes what the server says of them; texts that are known stay. */
  take(list = []) {
    const { all } = this;
    this.all = new Map(list.map(({ file }) => [file, all.get(file) ?? { part: file, text: null, baseText: null, diskChanged: false }]));
    for (const { file, diskChanged, ...facts } of list) {
      const source = Object.assign(this.all.get(file), facts);
      if (!source.isDraft) source.text = null;
      editor.noteDisk(diskChanged, source);
    }
  },

  get(part) {
    if (!this.all.has(part)) this.all.set(part, { part, users: [], text: null, baseText: null, isDraft: false, diskChanged: false });
    return this.all.get(part);
  },

  /** Those with changes that are not saved. */
  get drafts() { return [...this.all.values()].filter(s => s.isDraft); },

  /** A file's name as seen from the job. */
  name(file) {
    const folder = (state.file ?? '').replace(/[^/]*$/, '');
    return folder && file.startsWith(folder) ? file.slice(folder.length) : file;
  },

  /** Who else is changed with a file, in words; empty for nobody. */
  users(part) {
    const { users = [] } = this.all.get(part) ?? {}, names = users.map(sources.name);
    if (!names.length) return '';
    return `, also used by ${names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} others` : names.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
  },

  /** Says which file a change is one of, and who else has that; empty for the job's own. */
  note(file) { return file ? `changes ${sources.name(file)}${sources.users(file)}` : ''; },
};
