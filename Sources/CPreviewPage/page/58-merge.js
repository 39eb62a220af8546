/** Changes between texts, and texts with the changes of two. */
const merging = (() => {
  /** The places where two lists differ: pairs of ranges, in order. Long lists without much in common are one place. */
  function differences(a, b) {
    let head = 0, tail = 0;
    while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
    while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
    const [n, m] = [a.length - head - tail, b.length - head - tail];
    if (!n && !m) return [];
    if (!n || !m || n * m > 4e6) return [[head, head + n, head, head + m]];
    const width = m + 1, lengths = new Uint32Array((n + 1) * width);
    for (let i = n - 1; i >= 0; i -= 1) for (let j = m - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[head + i] === b[head + j] ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
    const found = [];
    let [i, j, from] = [0, 0, null];
    const end = () => { if (from) found.push([head + from[0], head + i, head + from[1], head + j]); from = null; };
    while (i < n || j < m) {
      if (i < n && j < m && a[head + i] === b[head + j]) { end(); i += 1; j += 1; continue; }
      from ??= [i, j];
      if (j >= m || (i < n && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) i += 1; else j += 1;
    }
    end();
    return found;
  }

  const lines = text => text.match(/[^\n]*\n|[^\n]+$/g) || [];
  const words = text => text.match(/"(?:[^"\\\n]|\\.)*"|[\w.$+-]+|\s+|[^]/g) || [];
  const starts = parts => parts.reduce((sums, part) => { sums.push(sums.at(-1) + part.length); return sums; }, [0]);

  /** The replacement that turns a text into another, as `{ from, to, text }`, by words. */
  function changes(before, after) {
    const found = [];
    const [a, b] = [lines(before), lines(after)], [aStarts, bStarts] = [starts(a), starts(b)];
    for (const [i, iEnd, j, jEnd] of differences(a, b)) {
      const [old, now] = [before.slice(aStarts[i], aStarts[iEnd]), after.slice(bStarts[j], bStarts[jEnd])];
      const [c, d] = [words(old), words(now)], [cStarts, dStarts] = [starts(c), starts(d)];
      for (const [k, kEnd, l, lEnd] of differences(c, d)) {
        found.push({ from: aStarts[i] + cStarts[k], to: aStarts[i] + cStarts[kEnd], text: now.slice(dStarts[l], dStarts[lEnd]) });
      }
    }
    return found;
  }

  /** A text with what two others change of it. Where both change the same place, the second's change stays, and is counted. */
  function merge(base, mine, theirs) {
    if (theirs === base || mine === theirs) return { text: mine, conflicts: 0, taken: 1 };
    const others = changes(base, theirs);
    let conflicts = 0, taken = 0;
    const touches = (x, y) => (x.from === x.to || y.from === y.to ? x.from <= y.to && y.from <= x.to : x.from < y.to && y.from < x.to);
    const all = [...others];
    for (const change of changes(base, mine)) {
      const rival = others.find(other => touches(change, other));
      if (rival && !same(rival, change)) conflicts += 1;
      else if (!rival) { all.push(change); taken += 1; }
    }
    all.sort((x, y) => x.from - y.from || x.to - y.to);
    let text = '', at = 0;
    for (const change of all) {
      text += base.slice(at, change.from) + change.text;
      at = change.to;
    }
    return { text: text + base.slice(at), conflicts, taken };
  }

  return { changes, merge };
})();

/** Where the file and the draft differ, side by side with their lines. */
function bothTexts(theirs, mine) {
  const side = (title, text, ranges) => {
    const lines = [];
    let start = 0;
    for (const line of text.split('\n')) {
      const end = start + line.length, own = ranges.filter(([from, to]) => from <= end && Math.max(to, from + 1) > start);
      let at = start;
      const content = own.flatMap(([from, to]) => {
        const [a, b] = [clamp(from, at, end), clamp(to, at, end)], part = [text.slice(at, a), b > a ? h('mark', {}, text.slice(a, b)) : null];
        at = b;
        return part;
      });
      lines.push({ isChanged: own.length > 0, content: [...content, text.slice(at, end) || ' '] });
      start = end + 1;
    }
    const isNear = n => [-2, -1, 0, 1, 2].some(d => lines[n + d]?.isChanged);
    return h('figure', {}, h('figcaption', {}, title), h('pre', { class: 'mono', tabindex: 0, role: 'region', 'aria-label': title },
      lines.map(({ isChanged, content }, n) => (isNear(n) ? [n && !isNear(n - 1) ? h('i', {}, '⋯') : null, h(isChanged ? 'b' : 'span', {}, h('s', {}, `${n + 1}`), content)] : null))));
  };
  const changes = merging.changes(theirs, mine);
  let shift = 0;
  const own = changes.map(({ from, to, text }) => {
    const range = [from + shift, from + shift + text.length];
    shift += text.length - (to - from);
    return range;
  });
  return [side('The file on disk', theirs, changes.map(({ from, to }) => [from, to])), side('Mine', mine, own)];
}
