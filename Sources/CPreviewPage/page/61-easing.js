/** Curves as the program computes them, to be drawn. */
const easing = (() => {
  const bezier = (x1, y1, x2, y2) => x => {
    if (x <= 0 || x >= 1) return clamp(x, 0, 1);
    const at = (a, b, s) => 3 * (1 - s) * s * ((1 - s) * a + s * b) + s ** 3;
    let low = 0, high = 1;
    for (let n = 0; n < 40; n += 1) {
      const s = (low + high) / 2;
      at(x1, x2, s) < x ? (low = s) : (high = s);
    }
    return at(y1, y2, (low + high) / 2);
  };

  const spring = (mass = 1, stiffness = 100, damping = 10, velocity = 0) => {
    const a = damping / (2 * mass), w2 = stiffness / mass, d = w2 - a * a, b = Math.sqrt(Math.abs(d));
    return t => {
      if (t <= 0) return 0;
      if (d < 0) {
        const slow = Math.exp((-w2 / (a + b)) * t), e = Math.exp(-2 * b * t);
        return 1 - (slow * (1 + e)) / 2 - ((a - velocity) * slow * (1 - e)) / (2 * b);
      }
      const envelope = Math.exp(-a * t);
      return 1 - envelope * Math.cos(b * t) - (a - velocity) * envelope * (b > 1e-9 ? Math.sin(b * t) / b : t);
    };
  };

  const bouncing = (duration, bounce) => {
    const w = (2 * Math.PI) / Math.max(duration, 1e-3);
    return spring(1, w * w, 2 * (bounce < 0 ? 1 / (1 + Math.max(bounce, -0.999)) : 1 - bounce) * w);
  };

  const bounceOut = x => {
    if (x < 1 / 2.75) return 7.5625 * x * x;
    if (x < 2 / 2.75) return 7.5625 * (x -= 1.5 / 2.75) * x + 0.75;
    if (x < 2.5 / 2.75) return 7.5625 * (x -= 2.25 / 2.75) * x + 0.9375;
    return 7.5625 * (x -= 2.625 / 2.75) * x + 0.984375;
  };
  const ins = {
    sine: x => 1 - Math.cos((x * Math.PI) / 2), quad: x => x ** 2, cubic: x => x ** 3, quart: x => x ** 4, quint: x => x ** 5,
    expo: x => (x <= 0 ? 0 : 2 ** (10 * x - 10)), circ: x => 1 - Math.sqrt(Math.max(0, 1 - x * x)), back: x => 2.70158 * x ** 3 - 1.70158 * x * x,
    elastic: x => (x <= 0 ? 0 : x >= 1 ? 1 : -(2 ** (10 * x - 10)) * Math.sin(((x * 10 - 10.75) * 2 * Math.PI) / 3)), bounce: x => 1 - bounceOut(1 - x),
  };
  const named = {
    linear: x => x, default: bezier(0.25, 0.1, 0.25, 1), ease: bezier(0.25, 0.1, 0.25, 1), 'ease-in': bezier(0.42, 0, 1, 1),
    'ease-out': bezier(0, 0, 0.58, 1), 'ease-in-out': bezier(0.42, 0, 0.58, 1), 'step-start': x => (x > 0 ? 1 : 0), 'step-end': x => (x >= 1 ? 1 : 0),
    smooth: x => x ** 3 * (x * (6 * x - 15) + 10), spring: spring(), 'apple-default': bezier(0.25, 0.1, 0.25, 1), 'apple-ease-in-out': bezier(0.42, 0, 0.58, 1),
    'apple-smooth': bouncing(0.5, 0), 'apple-snappy': bouncing(0.5, 0.15), 'apple-bouncy': bouncing(0.5, 0.3),
    'material-standard': bezier(0.2, 0, 0, 1), 'material-standard-decelerate': bezier(0, 0, 0, 1), 'material-standard-accelerate': bezier(0.3, 0, 1, 1),
    'material-emphasized': x => (x < 1 / 6 ? 0.4 * bezier(0.3, 0, 0.8, 0.15)(x * 6) : 0.4 + 0.6 * bezier(0.05, 0.7, 0.1, 1)((x - 1 / 6) * 1.2)),
    'material-emphasized-decelerate': bezier(0.05, 0.7, 0.1, 1), 'material-emphasized-accelerate': bezier(0.3, 0, 0.8, 0.15),
    'material-legacy': bezier(0.4, 0, 0.2, 1), 'material-legacy-decelerate': bezier(0, 0, 0.2, 1), 'material-legacy-accelerate': bezier(0.4, 0, 1, 1),
  };
  for (const [name, f] of Object.entries(ins)) {
    named[`${name}-in`] = f;
    named[`${name}-out`] = x => 1 - f(1 - x);
    named[`${name}-in-out`] = x => (x < 0.5 ? f(2 * x) / 2 : 1 - f(2 - 2 * x) / 2);
  }

  const steps = (count, term = 'jump-end') => x => {
    const up = term === 'jump-start' || term === 'start' || term === 'jump-both' ? 1 : 0;
    const jumps = { 'jump-none': count - 1, 'jump-both': count + 1 }[term] || count;
    return clamp((Math.floor(clamp(x, 0, 1) * count) + up) / jumps, 0, 1);
  };

  const stops = text => {
    const points = text.split(',').map(part => part.trim().split(/\s+/)).map(([v, at]) => ({ v: Number(v), at: at === undefined ? null : parseFloat(at) / 100 }));
    points.forEach((p, i) => { p.at ??= i / Math.max(1, points.length - 1); });
    return x => {
      const i = points.findIndex(p => p.at >= x);
      if (i <= 0) return points[i < 0 ? points.length - 1 : 0].v;
      const [p, q] = [points[i - 1], points[i]];
      return p.v + ((q.v - p.v) * (x - p.at)) / Math.max(1e-9, q.at - p.at);
    };
  };

  /** The content of a curve's JSON: its kind, numbers, and the function to draw; null where that is not known. */
  function read(json) {
    if (isObject(json) && json.spring) {
      const { duration = 0.5, bounce = 0 } = json.spring;
      return { kind: 'bounce', duration, bounce, f: bouncing(duration, bounce), isSpring: true };
    }
    if (typeof json !== 'string') return null;
    const text = json.trim().toLowerCase();
    const [, name, inner] = text.match(/^([a-z-]+)\((.*)\)$/) || [];
    const numbers = (inner || '').split(',').map(Number);
    if (name === 'cubic-bezier' && numbers.length === 4) return { kind: 'bezier', points: numbers, f: bezier(...numbers) };
    if (name === 'spring') return { kind: 'spring', numbers, f: spring(...numbers), isSpring: true };
    if (name === 'steps') return { kind: 'text', f: steps(numbers[0] || 1, inner.split(',')[1]?.trim()) };
    if (name === 'linear') return { kind: 'text', f: stops(inner) };
    const isSpring = text === 'spring' || /^apple-(smooth|snappy|bouncy)$/.test(text);
    return named[text] ? { kind: 'named', name: text, f: named[text], isSpring } : null;
  }

  const points = { linear: [0, 0, 1, 1], ease: [0.25, 0.1, 0.25, 1], default: [0.25, 0.1, 0.25, 1], 'ease-in': [0.42, 0, 1, 1], 'ease-out': [0, 0, 0.58, 1], 'ease-in-out': [0.42, 0, 0.58, 1] };
  return { read, points, names: Object.keys(named) };
})();
