/** The stages, layered from left to right by how they depend on each other. */
class StageGraph {
  constructor() {
    this.page = $('panel-graph');
    on('job', () => this.draw());
    on('stage', () => this.draw());
    on('tab', tab => { if (tab === 'graph') this.draw(); });
  }

  draw() {
    if (state.tab !== 'graph' || !state.job) return;
    const { stages, edges } = state.job;
    const places = this.layout(stages, edges);
    const width = Math.max(...places.map(p => p.x)) + 150;
    const height = Math.max(...places.map(p => p.y)) + 52;
    const picture = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'graph', role: 'group', 'aria-label': 'Graph of stages' },
      edges.map(edge => this.edge(edge, places, stages)), stages.map((stage, index) => this.box(stage, index, places[index])));
    const scroll = [this.page.scrollLeft, this.page.scrollTop];
    fill(this.page, this.legend(edges), h('div', { class: 'graph-scroll', tabindex: 0, role: 'region', 'aria-label': 'Graph' }, picture));
    [this.page.scrollLeft, this.page.scrollTop] = scroll;
  }

  layout(stages, edges) {
    const layer = stages.map(() => 0);
    for (let round = 0; round < stages.length; round += 1) {
      let isChanged = false;
      for (const { from, to } of edges) {
        if (layer[to] > layer[from] || layer[from] + 1 > stages.length) continue;
        layer[to] = layer[from] + 1;
        isChanged = true;
      }
      if (!isChanged) break;
    }
    const used = [...new Set(layer)].sort((a, b) => a - b);
    const rows = new Map();
    return stages.map((_, index) => {
      const column = used.indexOf(layer[index]);
      const row = rows.get(column) || 0;
      rows.set(column, row + 1);
      return { x: 12 + column * 180, y: 12 + row * 52 };
    });
  }

  edge({ from, to, label, kind }, places, stages) {
    if (!places[from] || !places[to]) return null;
    const [a, b] = [places[from], places[to]];
    const [x1, y1, x2, y2] = [a.x + 138, a.y + 19, b.x, b.y + 19];
    const bend = Math.max(24, Math.abs(x2 - x1) / 2);
    const isNear = from === state.stage || to === state.stage;
    return svg('path', { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, class: `edge kind-${kind}${isNear ? ' is-near' : ''}` },
      svg('title', {}, `${stages[from].id} → ${stages[to].id}: ${label || kind}`));
  }

  box(stage, index, { x, y }) {
    const pick = () => pickStage(index, false);
    const short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
    return svg('g', { class: `node${index === state.stage ? ' is-picked' : ''}`, transform: `translate(${x} ${y})`, tabindex: 0, role: 'button', 'aria-pressed': String(index === state.stage), 'aria-label': `${stage.id}, ${stage.stage}`, 'data-stage': stage.id, onclick: pick, ondblclick: () => pickStage(index, true), onkeydown: event => { if (event.key === 'Enter') pickStage(index, true); } },
      svg('rect', { width: 138, height: 38, rx: 5 }), svg('text', { x: 9, y: 16, class: 'id' }, short(stage.id, 19)),
      svg('text', { x: 9, y: 30, class: 'kind' }, short(stage.stage, 21)), svg('title', {}, stage.summary || stage.stage));
  }

  legend(edges) {
    const names = { value: 'values', moment: 'moments', content: 'content', matte: 'mattes', place: 'places', sound: 'sound', follow: 'followed numbers' };
    const kinds = [...new Set(edges.map(e => e.kind))];
    return h('div', { class: 'legend' }, kinds.map(kind => h('span', { class: `key kind-${kind}` }, names[kind] || kind)));
  }
}
