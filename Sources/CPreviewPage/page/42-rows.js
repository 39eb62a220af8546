/** Operations on the rows of the timeline: carry to another place, hide, show alone, and a menu of all others. */
class Rows {
  constructor() {
    this.menu = $('row-menu');
    this.wasCarried = false;
    document.addEventListener('pointerdown', event => {
      if (!this.menu.contains(event.target)) this.close();
      if (!$('legend').hidden && !event.target.closest('#legend, #legend-button')) this.toggleLegend();
    }, true);
    this.menu.addEventListener('keydown', event => this.menuKey(event));
    $('legend-button').addEventListener('click', () => this.toggleLegend());
    this.drawLegend();
  }

  tools(stage, index, isHidden) {
    const isSolo = structure.solo === stage.id, isLocked = structure.isLocked(stage);
    return [
      isLocked ? iconButton('lock', `Unlock ${stage.id}`, () => structure.toggleLocked(index), { class: 'quiet icon-only row-tool', 'aria-pressed': 'true', tabindex: -1 }) : null,
      iconButton('solo', isSolo ? `Show all stages, not ${stage.id} alone` : `Show ${stage.id} alone`, () => structure.toggleSolo(index), { class: 'quiet icon-only row-tool', 'aria-pressed': String(isSolo), tabindex: -1 }),
      iconButton(isHidden ? 'hidden' : 'eye', isHidden ? `Show ${stage.id}` : `Hide ${stage.id}`, () => structure.toggleHidden(index), { class: 'quiet icon-only row-tool', 'aria-pressed': String(isHidden), tabindex: -1 }),
      stage.file ? null : iconButton('more', `More of ${stage.id}`, event => this.open(index, event.currentTarget.getBoundingClientRect()), { class: 'quiet icon-only row-tool', 'aria-haspopup': 'menu', tabindex: -1 }),
    ];
  }

  listen(row, name, stage, index) {
    row.addEventListener('contextmenu', event => {
      if (stage.file) return;
      event.preventDefault();
      if (!selection.has(index)) pickStage(index, true);
      this.open(index, new DOMRect(event.clientX, event.clientY, 0, 0));
    });
    name.addEventListener('dblclick', () => structure.rename(index));
    if (!stage.file) this.carry(row, name, stage);
  }

  // Carrying

  /** A row that is carried by its name lands between two of the same list. */
  carry(row, name, stage) {
    let from = 0, target = null;
    const line = h('div', { class: 'drop-line' });
    drag(name, {
      start: event => {
        // From here on the rows stay, or the pressed one would be gone.
        timeline.isDragging = true;
        [from, target, this.wasCarried] = [event.clientY, null, false];
      },
      move: event => {
        if (!this.wasCarried && Math.abs(event.clientY - from) < 5) return;
        this.wasCarried = true;
        row.classList.add('is-carried');
        target = this.landing(event.clientY, stage);
        const place = document.querySelector(`.track[data-path="${CSS.escape(target.row.path)}"]`);
        const bounds = place?.getBoundingClientRect(), area = timeline.tracks.getBoundingClientRect();
        if (!bounds) return;
        line.style.top = `${(target.isAfter ? this.bottom(target.row) : bounds.top) - area.top + timeline.tracks.scrollTop - 1}px`;
        timeline.tracks.style.position = 'relative';
        timeline.tracks.append(line);
      },
      end: () => {
        line.remove();
        row.classList.remove('is-carried');
        timeline.isDragging = false;
        if (target) structure.moveTo(stage, target.index);
        // After the click that follows.
        setTimeout(() => {
          this.wasCarried = false;
          if (timeline.isStale && !timeline.isDragging) timeline.build();
        }, 0);
      },
    });
  }

  /** The lower edge of a stage's row and of those of what it holds. */
  bottom(stage) {
    const all = [...document.querySelectorAll('.track[data-path]')].filter(r => r.dataset.path === stage.path || r.dataset.path.startsWith(`${stage.path}.`));
    return Math.max(...all.map(r => r.getBoundingClientRect().bottom));
  }

  landing(y, stage) {
    const siblings = structure.siblings(stage);
    // The job may have been read anew since the row was drawn.
    const own = siblings.findIndex(s => s.path === stage.path);
    const middles = siblings.map(s => {
      const top = document.querySelector(`.track[data-path="${CSS.escape(s.path)}"]`)?.getBoundingClientRect().top ?? 0;
      return (top + this.bottom(s)) / 2;
    });
    const before = middles.filter((m, n) => n !== own && m < y).length;
    const index = Structure.place(siblings[before].path).index;
    return { index, row: siblings[before], isAfter: before > own };
  }

  // The menu

  items(index) {
    const stage = state.job.stages[index];
    const isHidden = structure.isHidden(stage);
    return [
      ['pen', 'Rename …', 'F2', () => structure.rename(index)], ['copy', 'Duplicate', 'mod D', () => structure.duplicate(index)],
      [isHidden ? 'eye' : 'hidden', isHidden ? 'Show' : 'Hide', 'H', () => structure.toggleHidden(index)],
      ['solo', structure.solo === stage.id ? 'Show all' : 'Show alone', 'S', () => structure.toggleSolo(index)],
      ['lock', structure.isLocked(stage) ? 'Unlock' : 'Lock', 'shift L', () => structure.toggleLocked(index)], null,
      ['up', 'Draw earlier', 'alt ↑', () => structure.step(-1, index)], ['down', 'Draw later', 'alt ↓', () => structure.step(1, index)], null,
      ['group', selection.isSeveral ? `Group ${selection.stages.length} stages` : 'Group', 'mod G', () => structure.group()],
      stage.stage === 'group' ? ['ungroup', 'Ungroup', 'mod shift G', () => structure.ungroup(index)] : ['split', 'Split at the playhead', 'B', () => structure.split(index)], null,
      ['bin', 'Delete', 'del', () => structure.remove(index)],
    ];
  }

  open(index, bounds) {
    if (!selection.has(index)) pickStage(index, false);
    this.opener = document.activeElement;
    fill(this.menu, this.items(index).map(item => (item ? h('button', { type: 'button', role: 'menuitem', onclick: () => { this.close(); Promise.resolve(item[3]()).catch(showError); } }, icon(item[0]), item[1], h('kbd', {}, keyName(item[2]))) : h('hr'))));
    this.menu.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.menu;
    this.menu.style.left = `${clamp(bounds.left, 4, innerWidth - width - 4)}px`;
    this.menu.style.top = `${bounds.bottom + height + 4 > innerHeight ? Math.max(4, bounds.top - height - 2) : bounds.bottom + 2}px`;
    this.menu.querySelector('button').focus();
  }

  close() {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
  }

  menuKey(event) {
    event.stopPropagation();
    const buttons = [...this.menu.querySelectorAll('button')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') { event.preventDefault(); this.close(); }
    if (!step) return;
    event.preventDefault();
    buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
  }

  // The legend

  toggleLegend() {
    const isShown = $('legend').hidden;
    $('legend').hidden = !isShown;
    $('legend-button').setAttribute('aria-expanded', String(isShown));
  }

  drawLegend() {
    const sample = (name, style) => h('dt', {}, h('i', { class: name, style }));
    const entries = [
      [sample('span', 'left:0;width:38px'), 'A stage from its start to its end: drag it, or its ends'],
      [sample('span is-fixed', 'left:0;width:38px'), 'One whose time is given elsewhere'],
      [sample('span sound-span', 'left:0;width:38px'), 'A sound: drag it, or its ends'],
      [sample('moment', 'left:19px'), 'A moment, after which others can start'],
      [sample('cue', 'left:19px'), 'A cue, to which sounds can play; of a sound that plays several times, its starts'],
      [sample('keyframe', 'left:19px'), 'A keyframe of the picked stage: drag it'],
      [h('dt', {}, h('i', { class: 'range', style: 'left:0;width:38px' })), 'What is played, from the in point to the out point'],
      [h('dt', {}, h('i', { style: 'position:absolute;left:0;top:11px;width:38px;height:3px;background:var(--ready)' })), 'Frames that are ready'],
    ];
    fill($('legend'), h('h3', {}, 'In the timeline'), h('dl', {}, entries.map(([picture, text]) => [picture, h('dd', {}, text)])),
      h('p', { class: 'dim', style: 'margin-top:8px' }, `${keyName('mod ')}wheel zooms, ${keyName('shift ')}wheel scrolls; with ${keyName('alt ')}nothing snaps.`));
  }
}
