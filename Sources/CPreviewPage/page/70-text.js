/** A text as a field has it, in which all lines end alike. */
function withoutReturns(text) { return text.replace(/\r\n?/g, '\n'); }

/** The text of a field after it was changed, with the line ends of that text; new lines end as its first one does. */
function withLineEnds(value, text) {
  if (!text.includes('\r')) return value;
  const ends = text.match(/\r\n?|\n/g), old = withoutReturns(text);
  const limit = Math.min(old.length, value.length);
  let head = 0, tail = 0;
  while (head < limit && old[head] === value[head]) head += 1;
  while (tail < limit - head && old[old.length - 1 - tail] === value[value.length - 1 - tail]) tail += 1;
  const count = part => part.split('\n').length - 1;
  const first = count(old.slice(0, head)), last = tail ? count(old.slice(-tail)) : 0;
  const added = count(value.slice(head, value.length - tail));
  const kept = [...ends.slice(0, first), ...Array(added).fill(ends[0]), ...ends.slice(ends.length - last)];
  let index = 0;
  return value.replace(/\n/g, () => kept[index++]);
}

/** The job's text, which can be edited. */
class TextPanel {
  constructor() {
    this.page = $('panel-text');
    this.field = h('textarea', { class: 'code mono', id: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': "The job's text" });
    this.numbers = h('div', { class: 'line-numbers mono', 'aria-hidden': 'true' });
    this.marks = h('div', { class: 'line-marks', 'aria-hidden': 'true' });
    this.notes = h('div', { class: 'text-notes' });
    this.page.append(h('div', { class: 'text-area' }, this.numbers, h('div', { class: 'code-area' }, this.marks, this.field)), this.notes);
    this.send = debounced(() => this.apply(), 250);
    this.isTyping = false;
    this.sending = null;
    this.field.addEventListener('input', () => this.typed());
    this.field.addEventListener('scroll', () => this.scrolled());
    this.field.addEventListener('keydown', event => this.keyPressed(event));
    for (const name of ['text', 'job', 'errors', 'warnings']) on(name, () => this.show());
    on('tab', tab => { if (tab === 'text') this.show(); });
  }

  typed() {
    if (!this.isTyping) { editor.pushStep('typing'); this.typedFrom = state.text; editor.lastPath = ''; }
    this.isTyping = true;
    this.numberLines();
    this.send();
    editor.showState();
  }

  async apply() {
    this.isTyping = false;
    const from = this.typedFrom ?? state.text;
    const sending = editor.setText(withLineEnds(this.field.value, from), from);
    this.sending = sending;
    await sending;
    if (this.sending === sending) this.sending = null;
    editor.showState();
    this.show();
  }

  /** Sends what has been typed at once; tells whether it was taken. */
  async flush() {
    this.send.flush();
    return (await this.sending) ?? true;
  }

  show() {
    if (!this.isTyping && !this.sending && this.field.value !== withoutReturns(state.text)) {
      const { selectionStart, selectionEnd, scrollTop } = this.field;
      const hasFocus = document.activeElement === this.field;
      this.field.value = state.text;
      if (hasFocus) this.field.setSelectionRange(selectionStart, selectionEnd);
      this.field.scrollTop = scrollTop;
    }
    this.field.readOnly = !state.isUTF8 || state.isReview;
    this.field.title = state.isUTF8 ? '' : 'The file is not UTF-8, so it cannot be changed here. Save it as UTF-8 in an editor.';
    this.numberLines();
  }

  numberLines() {
    const count = this.field.value.split('\n').length;
    const marked = new Map();
    for (const d of [...faults.allWarnings, ...state.errors]) if (d.line && this.isHere(d)) marked.set(d.line, d);
    const key = `${count}:${[...marked].map(([line, d]) => line + d.severity + d.message).join()}`;
    if (key === this.numbersKey) return;
    this.numbersKey = key;
    const lines = [];
    for (let n = 1; n <= count; n += 1) {
      const fault = marked.get(n);
      lines.push(fault ? h('b', { class: fault.severity, title: fault.message }, `${n}`) : h('span', {}, `${n}`));
    }
    fill(this.numbers, ...lines);
    fill(this.marks, ...[...marked].map(([line, d]) => h('i', { class: d.severity, style: `top:calc(8px + ${line - 1} * 18px)` })));
    this.scrolled();
  }

  isHere(diagnostic) { return !diagnostic.file || diagnostic.file === state.file || state.file?.endsWith(`/${diagnostic.file}`); }

  scrolled() {
    this.numbers.style.transform = `translateY(${-this.field.scrollTop}px)`;
    this.marks.style.transform = `translateY(${-this.field.scrollTop}px)`;
  }

  keyPressed(event) {
    if (event.key === 'Escape') this.field.blur();
    if (event.key !== 'Tab' || event.shiftKey || !this.isTabTyped) return;
    event.preventDefault();
    document.execCommand('insertText', false, '  ');
  }

  showLine(line, column = 1) {
    showTab('text');
    this.show();
    const lines = this.field.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    const text = lines[line - 1] || '';
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start + Math.max(0, (column || 1) - 1), start + text.length);
    const height = parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.scrollTop = Math.max(0, (line - 1) * height - this.field.clientHeight / 3);
  }
}
