/** Handles that stages declare for their parameters: points, lengths, angles, paths, and places on a map. */
class DeclaredHandles {
  parts(stage, place, unit) {
    const space = { map: place.matrix ?? place.space, box: place.box };
    space.inverse = mapping.inverse(space.map);
    if (!space.inverse) return [];
    return (stage.handles || []).flatMap(handle => {
      const found = this.find(stage, handle.parameter);
      return !found || found.why || !this[handle.kind] ? [] : this[handle.kind](stage, handle, found, space, unit);
    });
  }

  /** A parameter, or a field of one that is given, as `places` has values; nothing where it is not given. */
  find(stage, name) {
    const [first, field] = name.split('.'), p = places.parameter(stage, first);
    if (places.obstacle(stage) || !p || places.source(stage, first)) return null;
    if (field && !(p.isSet && isObject(p.json))) return null;
    const path = field ? `${p.path}.${field}` : p.path, json = field ? p.json[field] : p.isSet ? p.json : p.default;
    const schema = field ? p.schema.fields?.find(f => f.name === field)?.schema : p.schema;
    const set = value => [{ path, value }];
    if (json === null || json === undefined) return { path, value: undefined, schema, edits: set };
    if (isVariable(json) || isExpression(json)) return null;
    if (typeof json === 'string' || (Array.isArray(json) && json.every(Array.isArray))) return { path, json, value: json, schema, edits: set };
    return { ...places.written(path, json, name, stage), schema };
  }

  /** The point from which a length or an angle counts, in the stage's own coordinates. */
  origin(stage, { origin }, { map, inverse, box }) {
    if (origin === 'position') {
      const { origin: spot } = places.position(stage), { width, height } = state.job.canvas;
      return mapping.apply(inverse, spot ?? [width / 2, height / 2]);
    }
    const found = origin && this.find(stage, origin);
    if (found?.value) return found.value;
    if (box) return [box[0] + box[2] / 2, box[1] + box[3] / 2];
    return mapping.apply(inverse, [state.job.canvas.width / 2, state.job.canvas.height / 2]);
  }

  node(name, spot, label, begin, shape, style) { return handles.node('own', `own ${name}`, spot, label, begin, shape, style); }

  dot(unit, kind = '') { return [svg('circle', { r: 10 * unit, class: 'reach' }), svg('circle', { r: 4.5 * unit, class: `knob-shape is-own ${kind}`, 'vector-effect': 'non-scaling-stroke' })]; }

  limit(value, { schema }, digits = 1) {
    const numbers = schema?.kind === 'animated' ? schema.of : schema;
    return rounded(clamp(value, numbers?.min ?? -Infinity, numbers?.max ?? Infinity), digits);
  }

  /** One value by a drag from `from`: `value(local, event)` gives it of a place in the stage's own coordinates. */
  action(stage, name, found, space, from, value, text, step) {
    return {
      label: `changing the ${name} of ${stage.id}`,
      follow: (point, event) => { const values = [value(mapping.apply(space.inverse, point), event)]; return { values, text: text(values[0]) }; },
      step: (by, isLarge) => [step(by, isLarge ? 10 : 1)],
      edits: ([v]) => found.edits(v),
    };
  }

  // Points

  point(stage, { parameter }, found, space, unit) {
    const isList = Array.isArray(found.value?.[0]), all = isList ? found.value : found.value ? [found.value] : [];
    return all.filter(p => Array.isArray(p) && p.every(Number.isFinite)).map((spot, n) => {
      const own = isList ? { edits: v => [{ path: `${found.path}[${n}]`, value: v }] } : found;
      const begin = from => {
        const start = mapping.apply(space.inverse, from);
        return this.action(stage, parameter, own, space, from, at => at.map((v, i) => rounded(spot[i] + v - start[i], 1)), v => v.join(', '), (by, k) => spot.map((v, i) => rounded(v + by[i] * k, 1)));
      };
      return this.node(`${parameter}${isList ? ` ${n}` : ''}`, mapping.apply(space.map, spot), `${parameter}${isList ? `, point ${n + 1}` : ''}: drag to move, or arrow keys`, begin, this.dot(unit));
    });
  }

  // Lengths

  length(stage, handle, found, space, unit) {
    if (!Number.isFinite(found.value)) return [];
    const { parameter, direction, multiple } = handle, a = (direction * Math.PI) / 180, way = [Math.cos(a), Math.sin(a)], o = this.origin(stage, handle, space);
    const spot = mapping.apply(space.map, [0, 1].map(n => o[n] + (way[n] * found.value) / multiple));
    const begin = from => {
      const start = mapping.apply(space.inverse, from), along = p => p[0] * way[0] + p[1] * way[1];
      return this.action(stage, parameter, found, space, from, at => this.limit(Math.max(0, found.value + (along(at) - along(start)) * multiple), found), v => `${v}`, (by, k) => this.limit(Math.max(0, found.value + (by[0] - by[1]) * k), found));
    };
    return [this.node(parameter, spot, `${parameter}: drag to change, or arrow keys`, begin, this.dot(unit))];
  }

  width(stage, handle, found, space, unit) { return this.side(stage, handle, found, space, unit, 0); }
  height(stage, handle, found, space, unit) { return this.side(stage, handle, found, space, unit, 1); }

  /** Beside an edge of the box: the box grows about its anchor. */
  side(stage, { parameter }, found, { map, inverse, box }, unit, axis) {
    if (!box || !(box[2] > 0 && box[3] > 0) || (found.value !== undefined && !Number.isFinite(found.value))) return [];
    const anchor = places.of(stage).anchor ?? [box[0], box[1]], share = (anchor[axis] - box[axis]) / box[axis + 2], isFar = share < 0.95;
    const old = found.value ?? box[axis + 2], grows = isFar ? 1 / (1 - share) : -1 / share;
    const edge = axis ? [box[0] + box[2] / 2, box[1] + (isFar ? box[3] : 0)] : [box[0] + (isFar ? box[2] : 0), box[1] + box[3] / 2];
    const spot = this.beside(map, edge, [box[0] + box[2] / 2, box[1] + box[3] / 2], 15 * unit);
    const begin = from => {
      const start = mapping.apply(inverse, from);
      return this.action(stage, parameter, found, { inverse }, from, at => this.limit(Math.max(1, old + (at[axis] - start[axis]) * grows), found, 0), v => `${v}`, (by, k) => this.limit(Math.max(1, old + (axis ? by[1] : by[0]) * k), found, 0));
    };
    const [w, h] = axis ? [14, 5] : [5, 14];
    return [this.node(parameter, spot, `${parameter}: drag to change, or arrow keys`, begin, [svg('circle', { r: 10 * unit, class: 'reach' }), svg('rect', { x: (-w / 2) * unit, y: (-h / 2) * unit, width: w * unit, height: h * unit, rx: 2 * unit, class: 'knob-shape is-own', 'vector-effect': 'non-scaling-stroke' })], `cursor:${axis ? 'ns' : 'ew'}-resize`)];
  }

  /** Some way outside of a spot as seen from a middle; inside where that is off the canvas. */
  beside(map, spot, middle, distance) {
    const [a, b] = [spot, middle].map(p => mapping.apply(map, p)), length = Math.hypot(a[0] - b[0], a[1] - b[1]) || 1, { width, height } = state.job.canvas;
    const at = sign => [0, 1].map(n => a[n] + (sign * distance * (a[n] - b[n])) / length), out = at(1);
    return out[0] < 0 || out[1] < 0 || out[0] > width || out[1] > height ? at(-1) : out;
  }

  size(stage, handle, found, space, unit) {
    if (!Array.isArray(found.value)) return [];
    const { parameter } = handle, o = this.origin(stage, handle, space), corner = [0, 1].map(n => o[n] + found.value[n] / 2);
    const begin = from => {
      const start = mapping.apply(space.inverse, from);
      return this.action(stage, parameter, found, space, from, (at, { shiftKey }) => {
        const grown = [0, 1].map(n => Math.max(1, Math.round(found.value[n] + (at[n] - start[n]) * 2)));
        return shiftKey ? [grown[0], Math.max(1, Math.round((grown[0] * found.value[1]) / (found.value[0] || 1)))] : grown;
      }, v => v.join(' × '), (by, k) => [0, 1].map(n => Math.max(1, rounded(found.value[n] + by[n] * k, 1))));
    };
    return [this.node(parameter, this.beside(space.map, corner, o, 18 * unit), `${parameter}: drag to change, with shift in proportion, or arrow keys`, begin, this.dot(unit, 'is-size'), 'cursor:nwse-resize')];
  }

  angle(stage, handle, found, space, unit) {
    if (!Number.isFinite(found.value)) return [];
    const { parameter, direction } = handle, o = this.origin(stage, handle, space), middle = mapping.apply(space.map, o);
    const a = ((found.value + direction) * Math.PI) / 180, tip = mapping.apply(space.map, [o[0] + Math.cos(a), o[1] + Math.sin(a)]), length = Math.hypot(tip[0] - middle[0], tip[1] - middle[1]) || 1;
    const spot = [0, 1].map(n => middle[n] + ((tip[n] - middle[n]) / length) * 46 * unit);
    const begin = () => {
      const angle = at => (Math.atan2(at[1] - o[1], at[0] - o[0]) * 180) / Math.PI - direction;
      return this.action(stage, parameter, found, space, spot, (at, { shiftKey }) => {
        const near = angle(at), value = near + Math.round((found.value - near) / 360) * 360;
        return this.limit(shiftKey ? Math.round(value / 15) * 15 : value, found, 0);
      }, v => `${v}°`, (by, k) => this.limit(found.value + (by[0] + by[1]) * (k > 1 ? 15 : 1), found));
    };
    return [svg('path', { d: `M${middle.join(' ')}L${spot.join(' ')}`, class: 'frame', 'vector-effect': 'non-scaling-stroke' }), this.node(parameter, spot, `${parameter}: drag to turn, with shift by steps of 15°, or arrow keys`, begin, this.dot(unit))];
  }

  // Paths

  path(stage, { parameter }, found, space, unit) {
    const parts = typeof found.value === 'string' ? pathData.read(found.value) : null;
    if (!parts || parts.length > 200) return [];
    return parts.flatMap((part, n) => part.points.map((spot, m) => {
      const begin = from => {
        const start = mapping.apply(space.inverse, from), moved = (dx, dy) => pathData.moved(found.value, parts, n, m, dx, dy);
        return this.action(stage, parameter, found, space, from, at => moved(at[0] - start[0], at[1] - start[1]), () => parameter, (by, k) => moved(by[0] * k, by[1] * k));
      };
      const isEnd = m === part.points.length - 1, at = mapping.apply(space.map, spot);
      const arm = isEnd ? null : mapping.apply(space.map, m === 0 && part.points.length === 3 ? parts[n - 1]?.points.at(-1) ?? spot : part.points.at(-1));
      return [arm && svg('path', { d: `M${arm.join(' ')}L${at.join(' ')}`, class: 'way-arm', 'vector-effect': 'non-scaling-stroke' }), this.node(`${parameter} ${n} ${m}`, at, `${parameter}, ${isEnd ? 'point' : 'handle'} ${n + 1}: drag to move, or arrow keys`, begin, isEnd ? this.dot(unit) : [svg('circle', { r: 8 * unit, class: 'reach' }), svg('circle', { r: 3 * unit, class: 'knob-shape', 'vector-effect': 'non-scaling-stroke' })])].filter(Boolean);
    })).flat();
  }

  // Maps

  coordinate(stage, { parameter }, found, space, unit) {
    const ground = Ground.of(stage), isList = Array.isArray(found.json?.[0]), all = isList ? found.json : Array.isArray(found.value) ? [found.value] : [];
    if (!ground || all.length > 100) return [];
    return all.map((value, n) => [value, n]).filter(([value]) => value?.length >= 2 && value.every(Number.isFinite)).map(([value, n]) => {
      const path = isList ? `${found.path}[${n}]` : found.path;
      const at = ground.located({ path, value: value.slice(0, 2), edits: v => [{ path, value: [...v, ...value.slice(2)] }] });
      return this.node(`${parameter} ${n}`, at.origin, `${parameter}${isList ? `, point ${n + 1}` : ''}: drag over the ground, or arrow keys`, from => ({ ...handles.moving(stage, at, from), label: `moving point ${n + 1} of ${stage.id}` }), this.dot(unit));
    });
  }
}

/** SVG path data whose points are moved: `{ letter, points, places }` for each command, all in absolute coordinates. */
const pathData = {
  counts: { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 },

  /** Nothing where it cannot be read. */
  read(text) {
    const parts = [], tokens = [...text.matchAll(/[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g)];
    let letter = null, [x, y] = [0, 0], begin = [0, 0];
    for (let n = 0; n < tokens.length;) {
      if (/[A-Za-z]/.test(tokens[n][0])) { letter = tokens[n][0]; n += 1; } else if (!letter) return null;
      const kind = letter.toUpperCase(), count = this.counts[kind], isRelative = letter !== kind;
      if (count === undefined) return null;
      const own = tokens.slice(n, n + count), numbers = own.map(t => Number(t[0]));
      if (own.length < count || numbers.some(v => !Number.isFinite(v))) return null;
      n += count;
      const at = i => (isRelative ? [numbers[i] + x, numbers[i + 1] + y] : [numbers[i], numbers[i + 1]]);
      const points = kind === 'H' ? [[isRelative ? x + numbers[0] : numbers[0], y]] : kind === 'V' ? [[x, isRelative ? y + numbers[0] : numbers[0]]]
        : kind === 'A' ? [at(5)] : Array.from({ length: count / 2 }, (_, i) => at(i * 2));
      parts.push({ letter, kind, points, numbers, tokens: own });
      if (kind === 'M') [begin, letter] = [points[0], isRelative ? 'l' : 'L'];
      [x, y] = kind === 'Z' ? begin : points.at(-1);
      if (kind === 'Z') letter = null;
    }
    return parts;
  },

  /** The text with one point elsewhere: only its numbers change where commands are absolute, and otherwise all are made so. */
  moved(text, parts, n, m, dx, dy) {
    const [x, y] = parts[n].points[m].map((v, i) => rounded(v + (i ? dy : dx), 2)), { kind, tokens } = parts[n];
    const isPlain = parts.every(p => p.letter === p.kind) && !'HV'.includes(kind);
    if (isPlain) {
      const [a, b] = (kind === 'A' ? [5, 6] : [m * 2, m * 2 + 1]).map(i => tokens[i]), gap = a.index + a[0].length === b.index ? ' ' : '';
      return text.slice(0, a.index) + x + text.slice(a.index + a[0].length, b.index) + gap + y + text.slice(b.index + b[0].length);
    }
    return parts.map((p, i) => {
      const points = p.points.map((point, j) => (i === n && j === m ? [x, y] : point).map(v => rounded(v, 2)));
      if (p.kind === 'A') return `A${[...p.numbers.slice(0, 5), ...points[0]].join(' ')}`;
      return `${'HV'.includes(p.kind) ? 'L' : p.kind}${points.map(q => q.join(' ')).join(' ')}`;
    }).join('');
  },
};
