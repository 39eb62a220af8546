'use strict';

const token = new URLSearchParams(location.search).get('token') || '';

/** The element with an id. */
const $ = id => document.getElementById(id);

/** Makes an element: attributes, listeners (`onclick`), `dataset`, and children that are nodes, text or lists. */
function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what an element holds; nothing is skipped. */
function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
}

function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'dataset') Object.assign(element.dataset, value);
    else if (key === 'value') element.value = value;
    else if (key === 'class') element.setAttribute('class', value);
    else element.setAttribute(key, value === true ? '' : value);
  }
}

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAttributes(element, attributes);
  element.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

const icons = {
  grid: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
  tiles: 'M2.5 3.5h3v9h-3zM6.5 3.5h3v9h-3zM10.5 3.5h3v9h-3z',
  rows: 'M3 4h10M3 8h10M3 12h10',
  undo: 'M6 4L3 7l3 3M3 7h6a3.5 3.5 0 0 1 0 7H7',
  redo: 'M10 4l3 3-3 3M13 7H7a3.5 3.5 0 0 0 0 7h2',
  keyboard: 'M2 4.5h12v7H2zM4.5 7h.1M7 7h.1M9.5 7h.1M12 7h-.1M5.5 9.5h5',
  outlines: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M6 6h4v4H6z',
  safe: 'M2.5 2.5h11v11h-11zM5 5h6v6H5z',
  thirds: 'M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11M2.5 6.2h11M2.5 9.8h11',
  onion: 'M9.5 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM14.5 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  loupe: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10 10l3.5 3.5',
  first: 'M4 3.5v9M12.5 3.5v9L6 8z',
  last: 'M12 3.5v9M3.5 3.5v9L10 8z',
  previous: 'M10.5 3.5v9L4.5 8z',
  next: 'M5.5 3.5v9l6-4.5z',
  play: 'M5 3v10l8-5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  loop: 'M4 6.5A4.5 4.5 0 0 1 12 6M12.5 3v3.2H9.4M12 9.5A4.5 4.5 0 0 1 4 10M3.5 13V9.8h3.1',
  sound: 'M3 6.2h2.2L8.5 3.5v9L5.2 9.8H3zM10.5 6a3 3 0 0 1 0 4M12.2 4.2a5.5 5.5 0 0 1 0 7.6',
  muted: 'M3 6.2h2.2L8.5 3.5v9L5.2 9.8H3zM11 6.5l3 3M14 6.5l-3 3',
  close: 'M4 4l8 8M12 4l-8 8',
  minus: 'M3.5 8h9',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  full: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  command: 'M6 6h4v4H6zM6 6H4.5A1.5 1.5 0 1 1 6 4.5zM10 6V4.5A1.5 1.5 0 1 1 11.5 6zM10 10h1.5A1.5 1.5 0 1 1 10 11.5zM6 10v1.5A1.5 1.5 0 1 1 4.5 10z',
  legend: 'M3 4h2M7 4h6M3 8h2M7 8h6M3 12h2M7 12h6',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  hidden: 'M2.5 9.5C4.5 12 8 12.6 11 11M3 6.5C5 4.5 8.5 3.6 11.5 5.2M13 7l1 1s-.6 1-1.6 2M3 13L13 3',
  solo: 'M8 2.5l1.6 3.6 3.9.4-2.9 2.6.8 3.9L8 11l-3.4 2 .8-3.9-2.9-2.6 3.9-.4z',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h-.1',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  bin: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  pen: 'M3 13l.6-3L10.8 2.8l2.4 2.4L6 12.4z',
  group: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M5.5 5.5h3v3h-3zM8.5 8.5h2v2h-3v-2',
  ungroup: 'M2.5 2.5h5v5h-5zM8.5 8.5h5v5h-5z',
  split: 'M8 2v12M2.5 5h3.5v6H2.5M13.5 5H10v6h3.5',
  comment: 'M2.5 3h11v7.5H7L4 13.5v-3H2.5z',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  plus: 'M8 3.5v9M3.5 8h9',
  reset: 'M4 6.5A4.5 4.5 0 1 1 3.5 9M4 3v3.5h3.5',
  goto: 'M2.5 8h7M6.5 5l3 3-3 3M13 3.5v9',
  sliders: 'M2.5 5h5M11 5h2.5M2.5 11h2M8.5 11h5M9.2 3.2v3.6M6.2 9.2v3.6',
  braces: 'M6 2.5c-2 0-2 1-2 2.5S4 7.5 2.5 8C4 8.5 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s0 2.5 1.5 3c-1.5.5-1.5 1.5-1.5 3s0 2.5-2 2.5',
  curve: 'M2.5 12.5C6 12.5 5 4 8 4s2.5 5 5.5 5',
  bezier: 'M3 12.5C7 12.5 9 3.5 13 3.5M1.5 12.5h3M11.5 3.5h3',
  nodes: 'M2.5 6h4v4h-4zM10 2.5h3.5V6H10zM10 10h3.5v3.5H10zM6.5 8h1.7V4.2H10M8.2 8v3.8H10',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.2v.1',
  film: 'M2.5 3.5h11v9h-11zM5 3.5v9M11 3.5v9M2.5 8H5M11 8h2.5',
  compare: 'M8 2v12M2.5 4.5H6v7H2.5M10 4.5h3.5v7H10',
  pin: 'M6 2.5h4M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
};
const filledIcons = new Set(['play', 'first', 'last', 'previous', 'next']);

function icon(name) {
  const filled = filledIcons.has(name) ? 'currentColor' : 'none';
  return svg('svg', { viewBox: '0 0 16 16', width: 16, height: 16, class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: icons[name], fill: filled, stroke: 'currentColor', 'stroke-width': 1.4, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));
}

function setIcon(button, name) {
  const old = button.querySelector('svg.icon');
  if (old && button.dataset.icon === name) return;
  button.dataset.icon = name;
  old ? old.replaceWith(icon(name)) : button.prepend(icon(name));
}

for (const button of document.querySelectorAll('[data-icon]')) button.prepend(icon(button.dataset.icon));

/** A button that shows a symbol and is named for screen readers. */
function iconButton(name, label, onclick, extra = {}) {
  return h('button', { type: 'button', class: 'quiet icon-only', 'aria-label': label, title: label, onclick, ...extra }, icon(name));
}

/** Changes are told by name to those who listen. */
const listeners = new Map();
function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}
function emit(name, detail) {
  for (const listener of listeners.get(name) || []) listener(detail);
}

/** Lists of items by their keys, in the order in which keys first come. */
function groupedBy(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) || []), item]);
  return groups;
}

/** The state of the page. */
const state = {
  session: null, folder: '', user: null, jobs: [],
  file: null, variant: '', job: null, revision: null, errors: [], text: '', isUTF8: true, isDraft: false, diskDigest: null, diskChanged: false, baseText: null,
  stage: -1, tab: 'stage', digests: null, values: null, curves: [],
};

class RequestError extends Error {
  constructor(status, body) {
    super(body?.error || body?.message || `The server answered with ${status}`);
    this.status = status;
    this.body = body || {};
  }
}

function address(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined) parameters.set(key, value);
  parameters.set('token', token);
  return `${path}?${parameters}`;
}

async function request(path, query, options = {}) {
  const response = await fetch(address(path, query), { headers: { 'X-Token': token, ...options.headers }, cache: 'no-store', ...options });
  if (response.ok) return response;
  let body = null;
  try { body = await response.json(); } catch { /* not JSON */ }
  throw new RequestError(response.status, body);
}

async function get(path, query, options) {
  const response = await request(path, query, options);
  return response.status === 204 ? null : response.json();
}

async function post(path, body) {
  const options = { method: 'POST', body: JSON.stringify(body) };
  const response = await request(path, {}, { ...options, headers: { 'X-Token': token, 'Content-Type': 'application/json' } });
  const text = await response.text();
  return text ? JSON.parse(text) : {};
}

let statusTimer = 0;
/** Says something for a moment, also to screen readers; to these alone where it is seen elsewhere. */
function say(text, isError = false, isQuiet = false) {
  const element = $('status');
  element.textContent = text;
  element.classList.toggle('is-error', isError);
  element.classList.toggle('is-shown', !isQuiet);
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => element.classList.remove('is-shown'), isError ? 8000 : 3500);
}

const isAborted = error => error?.name === 'AbortError';
function showError(error) {
  if (!isAborted(error)) say([error.message, error.body?.hint].filter(Boolean).join(' '), true);
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const rounded = (value, digits = 3) => Number(value.toFixed(digits));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
const isVariable = value => typeof value === 'string' && /^\$[A-Za-z_][\w.-]*$/.test(value);
const isExpression = value => typeof value === 'string' && /^=/.test(value);
const isMotion = value => isObject(value) && Array.isArray(value.keyframes);

function secondsText(seconds, digits = 3) { return `${seconds.toFixed(digits)} s`; }

/** Runs at most once per animation frame. */
function coalesced(action) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => { isWaiting = false; action(); });
  };
}

function debounced(action, delay) {
  let timer = 0, waiting = null;
  const run = (...values) => { clearTimeout(timer); waiting = values; timer = setTimeout(run.flush, delay); };
  run.cancel = () => { clearTimeout(timer); waiting = null; };
  run.flush = () => {
    const values = waiting;
    run.cancel();
    if (values) action(...values);
  };
  return run;
}

/** Follows a pointer from its press to its release. */
function drag(element, { start, move, end }) {
  element.addEventListener('pointerdown', event => {
    if (event.button !== 0 || start?.(event) === false) return;
    element.setPointerCapture(event.pointerId);
    const follow = next => move(next);
    const stop = last => {
      element.removeEventListener('pointermove', follow);
      element.removeEventListener('pointerup', stop);
      element.removeEventListener('pointercancel', stop);
      end?.(last);
    };
    element.addEventListener('pointermove', follow);
    element.addEventListener('pointerup', stop);
    element.addEventListener('pointercancel', stop);
  });
}

/** A value that the browser remembers between visits. */
function remembered(key, fallback) {
  try { return JSON.parse(localStorage.getItem(`preview.${key}`)) ?? fallback; } catch { return fallback; }
}
function remember(key, value) {
  try { localStorage.setItem(`preview.${key}`, JSON.stringify(value)); } catch { /* private mode */ }
}

const isPressed = id => $(id).getAttribute('aria-pressed') === 'true';
const press = (id, value) => $(id).setAttribute('aria-pressed', String(value));
