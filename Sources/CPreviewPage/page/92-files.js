/** Files that are dropped on the page, or chosen: copied beside the job after asking, and added as a stage or a sound. */
class AddedFiles {
  static words = { picture: 'a picture', clip: 'a clip', lottie: 'an animation', sound: 'a sound', 'polyline-sweep': 'a line along its way', chart: 'a chart', subtitles: 'subtitles' };

  constructor() {
    this.chooser = h('input', { type: 'file', multiple: true, hidden: true, 'aria-label': 'Files to add', onchange: () => { this.add([...this.chooser.files], { seconds: player.frame / player.fps }); this.chooser.value = ''; } });
    document.body.append(this.chooser);
    for (const name of ['dragenter', 'dragover']) document.addEventListener(name, event => this.over(event));
    document.addEventListener('dragleave', event => { if (!event.relatedTarget) this.mark(null); });
    document.addEventListener('drop', event => this.dropped(event));
  }

  choose() {
    if (!state.job || structure.obstacle) return say(structure.obstacle || 'Open a job first', true);
    return this.chooser.click();
  }

  // Dropping

  /** Where files may be dropped: on the picture, or on the timeline. */
  target(event) {
    if (!state.job || !event.dataTransfer?.types.includes('Files')) return null;
    return event.target.closest?.('#picture, #time');
  }

  over(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const target = this.target(event);
    event.dataTransfer.dropEffect = target && !state.isReview ? 'copy' : 'none';
    this.mark(state.isReview ? null : target);
  }

  mark(target) { for (const id of ['picture', 'time']) $(id).classList.toggle('is-target', target?.id === id); }

  dropped(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.mark(null);
    const target = this.target(event);
    if (!target) return;
    const isOnTime = target.id === 'time';
    const seconds = isOnTime ? clamp(Math.round(timeline.secondsAt(event) * player.fps) / player.fps, 0, timeline.seconds) : player.frame / player.fps;
    this.add([...event.dataTransfer.files], { seconds, point: isOnTime ? null : overlay.canvasPoint(event) });
  }

  // Asking

  /** Asks, copies and adds. */
  async add(files, place) {
    if (structure.obstacle) return say(structure.obstacle, true);
    const found = await Promise.all(files.map(async file => ({ file, kind: await this.kind(file) })));
    const unknown = found.filter(f => !f.kind).map(f => f.file.name), known = found.filter(f => f.kind);
    if (!known.length) return say(files.length ? `${unknown.join(', ')}: no stage shows such a file` : 'These are no files', true);
    const folder = `${state.file.split('/').slice(0, -1).join('/') || '.'}/media`;
    const lines = known.map(({ file, kind }) => h('li', {}, h('b', {}, file.name), ` ${this.size(file.size)}, as ${AddedFiles.words[kind]}`));
    ask(known.length > 1 ? `Add ${known.length} files?` : `Add ${known[0].file.name}?`, [
      h('ul', { class: 'dependents' }, lines), h('p', {}, `${known.length > 1 ? 'They are' : 'It is'} copied to ${folder}, where no file is replaced, and added at ${secondsText(place.seconds, 2)}.`),
      unknown.length ? h('p', { class: 'dim' }, `Left out, since no stage shows such files: ${unknown.join(', ')}`) : null,
    ], [['Copy and add', () => this.copyAndAdd(known, place).catch(showError), true]]);
    return undefined;
  }

  size(bytes) { return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${rounded(bytes / 1000, 1)} kB` : `${rounded(bytes / 1e6, 1)} MB`; }

  /** The kind of stage that shows a file: by its ending, and JSON by its content. */
  async kind(file) {
    const ending = file.name.split('.').at(-1).toLowerCase();
    await structure.kindList();
    const kind = Object.keys(structure.files).find(name => structure.files[name].includes(ending));
    return kind ?? (ending === 'json' && file.size < 64e6 ? this.kindOfJSON(await file.text()) : null);
  }

  kindOfJSON(text) {
    try {
      const json = JSON.parse(text);
      if (Array.isArray(json?.layers)) return 'lottie';
      if (typeof json?.type === 'string' || ['routes', 'timelineObjects', 'semanticSegments'].some(key => Array.isArray(json?.[key]))) return 'polyline-sweep';
      return Array.isArray(json) && json.length && json.every(isObject) ? 'chart' : null;
    } catch { return null; }
  }

  // Adding

  async copyAndAdd(known, place) {
    const { file: job } = state, added = [];
    for (const { file, kind } of known) {
      const [{ path }, size] = await Promise.all([this.copy(job, file), this.pictureSize(file, kind)]);
      added.push({ kind, path, size, name: file.name });
    }
    if (job !== state.file) return say(`${added.map(a => a.path).join(', ')} ${added.length > 1 ? 'are' : 'is'} there; another job was opened meanwhile`);
    return this.insert(added, place);
  }

  /** Part by part, so that no file is too large. */
  async copy(job, file) {
    const id = crypto.randomUUID(), part = 8 << 20;
    for (let offset = 0; ; offset += part) {
      const isLast = offset + part >= file.size;
      const response = await request('/api/file', { file: job, name: file.name, id, offset, last: isLast ? 1 : 0 }, { method: 'POST', body: file.slice(offset, offset + part), headers: { 'X-Token': token, 'Content-Type': 'application/octet-stream' } });
      if (isLast) return response.json();
      say(`${file.name}: ${Math.round(((offset + part) / file.size) * 100)} %`);
    }
  }

  /** A picture's or clip's own size, where the browser can tell. */
  async pictureSize(file, kind) {
    if (kind === 'lottie' && file.name.endsWith('.json')) { const { w, h: height } = JSON.parse(await file.text()); return [w, height]; }
    if (kind !== 'picture' && kind !== 'clip') return null;
    const isVideo = kind === 'clip' && !/\.(gif|apng)$/i.test(file.name);
    const element = document.createElement(isVideo ? 'video' : 'img'), url = URL.createObjectURL(/\.svg$/i.test(file.name) ? new Blob([file], { type: 'image/svg+xml' }) : file);
    const size = await new Promise(resolve => {
      element.addEventListener(isVideo ? 'loadedmetadata' : 'load', () => resolve(isVideo ? [element.videoWidth, element.videoHeight] : [element.naturalWidth, element.naturalHeight]));
      element.addEventListener('error', () => resolve(null));
      setTimeout(() => resolve(null), 3000);
      element.src = url;
    });
    URL.revokeObjectURL(url);
    return size?.every(n => n > 0) ? size : null;
  }

  async insert(added, { seconds, point }) {
    const edits = added.map(({ kind, path, size }) => ({ add: path, as: kind, start: rounded(seconds), ...(point ? { position: point.map(Math.round) } : {}), ...(size ? { size } : {}) }));
    const ids = await structure.addAll(edits, added.map(a => a.path).join(', '));
    if (ids) say(`${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'} added from ${added.map(a => a.path).join(', ')}`);
  }
}
