/** A small plot of a curve. */
function curvePicture(curve, width = 24, height = 16) {
  const span = curve?.isSpring ? 1.2 : 1;
  let d = '';
  for (let n = 0; n <= 32 && curve; n += 1) d += `${n ? 'L' : 'M'}${(2 + (n / 32) * (width - 4)).toFixed(1)} ${(height * 0.8 - curve.f((n / 32) * span) * height * 0.6).toFixed(1)}`;
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, class: 'mini', 'aria-hidden': 'true' }, svg('path', { d, class: 'line' }));
}

/** All curves with names, as pictures; `choose` takes a name. */
function easingMenu(label, chosen, choose) {
  const names = (state.curves.length ? state.curves.map(c => c.name) : easing.names).filter(name => easing.read(name));
  const menu = h('div', { class: 'easing-menu', role: 'radiogroup', 'aria-label': `${label}: all curves` }, names.map(name => {
    const isChosen = name === chosen;
    return h('button', { type: 'button', role: 'radio', 'aria-checked': String(isChosen), 'aria-label': name, title: name, tabindex: isChosen || (!names.includes(chosen) && name === names[0]) ? 0 : -1, onclick: () => choose(name) }, curvePicture(easing.read(name), 40, 28), h('span', {}, name));
  }));
  menu.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...menu.children];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
  return menu;
}
