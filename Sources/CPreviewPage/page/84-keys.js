/** Keys of the player and of the document. */
const keyHelp = [
  ['Play', [['space', 'play or pause'], ['J', 'backward; again for twice the speed'], ['K', 'pause'], ['L', 'forward; again for twice the speed'], ['\\', 'loop'], ['mod drag', 'on the ruler: hear it'], ['I, O', 'in point, out point'], ['shift I', 'clear both']]],
  ['Move', [['← →', 'a frame'], ['shift ← →', 'ten frames'], ['Home, End', 'first, last frame'], [', .', 'previous, next moment'], ['+ −', 'zoom'], ['0', 'fit']]],
  ['Change', [['mod Z', 'undo'], ['mod shift Z', 'redo'], ['mod S', 'save'], ['mod K', 'commands'], ['?', 'this help'], ['esc', 'leave a field, pick nothing']]],
  ['Stages', [['A', 'add'], ['shift A', 'add files; or drop them on the picture or the timeline'], ['mod D', 'duplicate'], ['F2', 'rename'], ['mod G', 'group'], ['mod shift G', 'ungroup'], ['B', 'split at the playhead'], ['del', 'delete'], ['H', 'hide'], ['S', 'show alone'], ['shift L', 'lock: neither picked nor moved on the picture'], ['alt ↑ ↓', 'draw earlier, later'], ['alt ← →', 'start a frame earlier, later'], ['alt shift ← →', 'end a frame earlier, later']]],
  ['On the picture', [['click', 'pick what is seen; again what lies below'], ['shift click', 'pick one more'], ['mod click', 'pick the group that holds it'], ['drag', 'move; with shift along an axis, with alt freely'], ['corners', 'scale; with shift each way by itself'], ['knob', 'turn; with shift by steps'], ['cross', 'move the anchor'], ['yellow', 'sizes, angles, points and paths of its own'], ['mod drag', 'a picked camera: turn and tilt it; the wheel zooms'], ['alt drag', 'a dot of a way: bend it'], ['Enter', 'on a dot: smooth or a corner'], ['↑ ↓ ← →', 'move the picked stage, after a click on the picture'], ['shift ↑ ↓ ← →', 'by ten']]],
  ['Review', [['C', 'comment at the playhead'], ['N, shift N', 'next, previous comment']]],
  ['Room', [['F', 'full screen'], ['P, T', 'fold the panel, the timeline'], ['< >', 'zoom the timeline'], ['Z', 'all of the timeline'], ['G', 'graph editor']]],
  ['Graph editor', [['drag', 'a keyframe in time and value; with shift along one; handles of its curve'], ['double click', 'a keyframe there'], ['← → ↑ ↓', 'move the focused keyframe or handle'], ['Enter', 'the curve behind the keyframe'], ['del', 'delete the picked ones'], ['mod A', 'pick all of the chosen value'], ['mod C, V', 'copy them, paste at the playhead'], ['R', 'reverse the picked ones']]],
];

class Keys {
  constructor() {
    fill($('help-body'), ...keyHelp.map(([title, rows]) => h('section', {}, h('h3', {}, title), h('dl', {}, rows.map(([key, text]) => [h('dt', {}, h('kbd', {}, keyName(key))), h('dd', {}, text)])))));
    $('help-button').addEventListener('click', () => this.showHelp());
    document.addEventListener('keydown', event => this.pressed(event));
    // A choice by the mouse gives the keys back to the player; one by the keyboard keeps the focus.
    let isPointer = false;
    document.addEventListener('focusin', () => { this.isFocusByPointer = isPointer; });
    document.addEventListener('pointerdown', () => { isPointer = true; }, true);
    document.addEventListener('keydown', () => { isPointer = false; }, true);
    document.addEventListener('change', ({ target }) => { if (isPointer && target.matches('.player select, #axes select')) target.blur(); });
  }

  showHelp() {
    $('help').showModal();
    $('help').scrollTop = 0;
  }

  pressed(event) {
    if (document.querySelector('dialog[open]') || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) return this.withControl(event);
    const { target } = event;
    if (event.key === 'Escape' && target.matches('input, textarea, select')) return target.blur();
    if (event.key === 'Enter' && target.matches('.transport input')) return setTimeout(() => target.blur(), 0);
    if (this.isTyping(event)) return;
    if (event.altKey) return this.withAlt(event);
    const control = target.closest('button, a, summary, [role=button]');
    if (event.key === 'Enter' && control) return;
    if (event.key === ' ' && control && !this.isFocusByPointer) return;
    if (event.key === ' ') control?.blur();
    const action = this.action(event);
    if (!action || (!state.file && event.key !== '?')) return;
    event.preventDefault();
    action();
  }

  withControl(event) {
    const key = event.key.toLowerCase();
    if (key === 'k') { event.preventDefault(); return commands.open(); }
    if (['a', 'c', 'v'].includes(key) && graphEditor.isOpen && !this.isTyping(event) && !getSelection()?.toString()) {
      event.preventDefault();
      if (key === 'a') return graphEditor.drags.pickAll();
      return key === 'c' ? graphEditor.edits.copy() : graphEditor.edits.paste().catch(showError);
    }
    if (!state.file || !['s', 'z', 'y', 'd', 'g'].includes(key)) return undefined;
    if ((key === 'd' || key === 'g') && (this.isTyping(event) || state.stage < 0)) return undefined;
    event.preventDefault();
    if (key === 'd') return structure.duplicate();
    if (key === 'g') return (event.shiftKey ? structure.ungroup() : structure.group()).catch(showError);
    if (key === 's') return editor.save();
    return key === 'y' || event.shiftKey ? editor.redo() : editor.undo();
  }

  withAlt(event) {
    if (state.stage < 0 || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') structure.step(step);
    else bars.nudge(event.shiftKey ? 'end' : 'move', step);
  }

  /** Arrows move the picked stage while the picture has the focus. */
  nudge({ key, shiftKey }) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step || state.stage < 0 || player.isPlaying || !$('picture').contains(document.activeElement)) return null;
    return () => mover.nudge(...step.map(n => n * (shiftKey ? 10 : 1)));
  }

  isTyping({ target, key }) {
    if (target.matches('textarea, select')) return true;
    if (!target.matches('input')) return target.closest('[role=tablist]') && key.startsWith('Arrow');
    if (target.type === 'checkbox' || target.type === 'color') return key === ' ' || key === 'Enter';
    if (target.type === 'range') return key.startsWith('Arrow') || key === 'Home' || key === 'End';
    return true;
  }

  action(event) {
    const { key, shiftKey, repeat } = event;
    const nudge = this.nudge(event);
    if (nudge) return nudge;
    const count = shiftKey ? 10 : 1;
    const isPicked = state.stage >= 0;
    switch (key.length === 1 ? key.toLowerCase() : key) {
      case ' ': return repeat ? () => {} : () => player.toggle();
      case 'ArrowLeft': return () => player.step(-count);
      case 'ArrowRight': return () => player.step(count);
      case 'Home': return () => player.seek(player.first);
      case 'End': return () => player.seek(player.last);
      case 'j': return () => this.shuttle(-1);
      case 'k': return () => { player.pause(); player.setSpeed(1); };
      case 'l': return shiftKey ? (isPicked ? () => structure.toggleLocked() : null) : () => this.shuttle(1);
      case 'i': return shiftKey ? () => player.setRange(null, null) : () => player.setRange(player.frame, player.outPoint);
      case 'o': return () => player.setRange(player.inPoint, player.frame);
      case '\\': return () => player.setLooping(!player.isLooping);
      case ',': return () => timeline.jump(-1);
      case '.': return () => timeline.jump(1);
      case '+': case '=': return () => player.stepZoom(1);
      case '-': return () => player.stepZoom(-1);
      case '>': return () => timeView.zoom(0.5);
      case '<': return () => timeView.zoom(2);
      case '0': return () => player.setZoom('fit');
      case 'z': return () => timeView.fit(true);
      case 'a': return () => (shiftKey ? addedFiles.choose() : stagePalette.open());
      case 'g': return () => graphEditor.toggle();
      case 'f': return () => room.toggleFull();
      case 'p': return () => room.fold('panel');
      case 't': return () => room.fold('time');
      case 'h': return isPicked ? () => structure.toggleHidden() : null;
      case 's': return isPicked ? () => structure.toggleSolo() : null;
      case 'c': return () => review.begin();
      case 'n': return () => review.step(shiftKey ? -1 : 1);
      case 'r': return graphEditor.isOpen ? () => graphEditor.edits.reverse() : null;
      case 'b': return isPicked ? () => structure.split().catch(showError) : null;
      case 'F2': return isPicked ? () => structure.rename() : null;
      case 'Delete': case 'Backspace': return graphEditor.isOpen && graphEditor.drags.targets.length ? () => graphEditor.edits.remove() : isPicked ? () => structure.remove().catch(showError) : null;
      case 'Escape': return !$('curve-popup').hidden ? () => graphEditor.spans.close(true) : !$('legend').hidden ? () => rows.toggleLegend() : isPicked ? () => pickStage(-1, false) : null;
      case '?': return () => this.showHelp();
      default: return null;
    }
  }

  shuttle(direction) {
    if (player.isPlaying && player.direction === direction) return player.setSpeed(Math.min(8, player.speed * 2));
    player.speed = 1;
    player.play(direction);
    emit('playing');
  }
}
