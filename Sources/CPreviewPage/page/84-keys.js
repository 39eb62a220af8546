/** Keys of the player and of the document. */
const keyHelp = [
  ['Play', [['space', 'play or pause'], ['J', 'backward; again for twice the speed'], ['K', 'pause'], ['L', 'forward; again for twice the speed'], ['\\', 'loop'], ['I, O', 'in point, out point'], ['shift I', 'clear both']]],
  ['Move', [['← →', 'a frame'], ['shift ← →', 'ten frames'], ['Home, End', 'first, last frame'], [', .', 'previous, next moment'], ['+ −', 'zoom'], ['0', 'fit']]],
  ['Change', [['ctrl Z', 'undo'], ['shift ctrl Z', 'redo'], ['ctrl S', 'save'], ['?', 'this help'], ['esc', 'leave a field']]],
];

class Keys {
  constructor() {
    fill($('help-body'), ...keyHelp.map(([title, rows]) => h('section', {}, h('h3', {}, title), h('dl', {}, rows.map(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])))));
    $('help-button').addEventListener('click', () => $('help').showModal());
    document.addEventListener('keydown', event => this.pressed(event));
    // A choice by the mouse gives the keys back to the player; one by the keyboard keeps the focus.
    let isPointer = false;
    document.addEventListener('focusin', () => { this.isFocusByPointer = isPointer; });
    document.addEventListener('pointerdown', () => { isPointer = true; }, true);
    document.addEventListener('keydown', () => { isPointer = false; }, true);
    document.addEventListener('change', ({ target }) => { if (isPointer && target.matches('.player select, #axes select')) target.blur(); });
  }

  pressed(event) {
    if (document.querySelector('dialog[open]') || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) return this.withControl(event);
    const { target } = event;
    if (event.key === 'Escape' && target.matches('input, textarea, select')) return target.blur();
    if (event.key === 'Enter' && target.matches('.transport input')) return setTimeout(() => target.blur(), 0);
    if (event.altKey || this.isTyping(event)) return;
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
    if (!state.file || !['s', 'z', 'y'].includes(key)) return;
    event.preventDefault();
    if (key === 's') editor.save();
    else if (key === 'y' || event.shiftKey) editor.redo();
    else editor.undo();
  }

  isTyping({ target, key }) {
    if (target.matches('textarea, select')) return true;
    if (!target.matches('input')) return target.closest('[role=tablist]') && key.startsWith('Arrow');
    if (target.type === 'checkbox' || target.type === 'color') return key === ' ' || key === 'Enter';
    if (target.type === 'range') return key.startsWith('Arrow') || key === 'Home' || key === 'End';
    return true;
  }

  action({ key, shiftKey, repeat }) {
    const count = shiftKey ? 10 : 1;
    switch (key.length === 1 ? key.toLowerCase() : key) {
      case ' ': return repeat ? () => {} : () => player.toggle();
      case 'ArrowLeft': return () => player.step(-count);
      case 'ArrowRight': return () => player.step(count);
      case 'Home': return () => player.seek(player.first);
      case 'End': return () => player.seek(player.last);
      case 'j': return () => this.shuttle(-1);
      case 'k': return () => { player.pause(); player.setSpeed(1); };
      case 'l': return () => this.shuttle(1);
      case 'i': return shiftKey ? () => player.setRange(null, null) : () => player.setRange(player.frame, player.outPoint);
      case 'o': return () => player.setRange(player.inPoint, player.frame);
      case '\\': return () => player.setLooping(!player.isLooping);
      case ',': return () => timeline.jump(-1);
      case '.': return () => timeline.jump(1);
      case '+': case '=': return () => player.stepZoom(1);
      case '-': return () => player.stepZoom(-1);
      case '0': return () => player.setZoom('fit');
      case '?': return () => $('help').showModal();
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
