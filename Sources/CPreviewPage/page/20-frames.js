/** Where frames come from: one revision of one variant. */
class FrameSource {
  constructor(job, digests = null, solo = null) {
    /** The id of the only stage that is drawn; null for all. */
    this.solo = solo;
    this.file = job.file;
    this.variant = job.variant;
    this.revision = job.revision;
    this.width = job.width;
    this.height = job.height;
    this.frames = job.frames;
    this.digests = digests;
    /** Whether the server no longer draws this revision; what is in memory stays of use. */
    this.isOutdated = false;
  }

  /** Equal pictures have equal keys. */
  key({ frame, scale, isClear, isDraft }) {
    const form = `${this.width}x${this.height}*${scale}${isClear ? 'c' : ''}${isDraft ? 'd' : ''}`;
    const digest = this.digests?.[frame];
    return digest ? `${form}#${digest}` : `${form}@${this.file}?${this.variant}!${this.revision}${this.solo ? `~${this.solo}` : ''}:${frame}`;
  }

  /** Takes digests, and what was fetched before they were known. */
  learn(digests, cache) {
    if (!digests?.length) return;
    for (const [key, entry] of [...cache.entries]) {
      const [, form, frame] = key.match(/^(\S+?)@.*:(\d+)$/) || [];
      if (form === undefined || entry.source !== this || !digests[frame]) continue;
      cache.rename(key, `${form}#${digests[frame]}`);
    }
    this.digests = digests;
  }
}

/** Pictures in memory, within a budget. */
class FrameCache {
  constructor(budget) {
    this.budget = budget;
    this.bytes = 0;
    this.entries = new Map();
  }

  get(key) { return this.entries.get(key)?.image; }
  has(key) { return this.entries.has(key); }

  put(key, image, source, frame) {
    this.remove(key);
    this.entries.set(key, { image, source, frame });
    this.bytes += image.data.byteLength;
  }

  remove(key) {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.bytes -= entry.image.data.byteLength;
    this.entries.delete(key);
  }

  rename(key, name) {
    const entry = this.entries.get(key);
    if (this.entries.has(name)) return this.remove(key);
    this.entries.delete(key);
    this.entries.set(name, entry);
  }

  /** Removes what is farthest from the playhead; `ordered` gives keys, nearest first. */
  evict(ordered) {
    if (this.bytes <= this.budget) return;
    const kept = new Set(ordered());
    const aim = this.budget * 0.94;
    for (const key of [...this.entries.keys()]) {
      if (this.bytes <= aim) return;
      if (!kept.has(key)) this.remove(key);
    }
    for (const key of [...kept].reverse()) {
      if (this.bytes <= aim) return;
      this.remove(key);
    }
  }
}

async function fetchPicture(path, query, signal) {
  const response = await request(path, query, { signal });
  const width = Number(response.headers.get('X-Width'));
  const height = Number(response.headers.get('X-Height'));
  const buffer = await response.arrayBuffer();
  return new ImageData(new Uint8ClampedArray(buffer), width, height);
}

/** Fetches frames in the order in which they are wanted, a few at a time. */
class FrameLoader {
  constructor(cache, limit = 4) {
    this.cache = cache;
    this.limit = limit;
    this.requests = new Map();
    this.failed = new Map();
    this.fetched = 0;
    /** Milliseconds from one arrival to the next while there is work, and from request to arrival. */
    this.interval = 0;
    this.latency = 0;
    this.lastArrival = 0;
    /** While the server does not answer, nothing is asked. */
    this.restsUntil = 0;
    this.wanted = () => [];
    this.order = () => [];
    this.onArrival = () => {};
    this.onFailure = () => {};
  }

  pump() {
    if (this.requests.size >= this.limit || performance.now() < this.restsUntil) return;
    for (const want of this.wanted()) {
      const key = want.source.key(want);
      if (this.cache.has(key) || this.requests.has(key) || this.failed.has(key)) continue;
      this.start(key, want);
      if (this.requests.size >= this.limit) return;
    }
    if (this.requests.size === 0) this.lastArrival = 0;
  }

  /** Forgets how long frames took, before frames of another kind are asked for. */
  restartMeasuring() { this.interval = this.latency = this.lastArrival = 0; }

  /** Ends the requests that are not among the next ones that are wanted. */
  cancelUnwanted(count = 12) {
    const next = new Set();
    for (const want of this.wanted()) {
      next.add(want.source.key(want));
      if (next.size >= count) break;
    }
    for (const [key, { controller }] of this.requests) {
      if (next.has(key)) continue;
      this.requests.delete(key);
      controller.abort();
    }
  }

  forget() {
    this.failed.clear();
    for (const { controller } of this.requests.values()) controller.abort();
    this.requests.clear();
  }

  async start(key, want) {
    const { source, frame, scale, isClear, isDraft } = want;
    const controller = new AbortController();
    const begun = performance.now();
    const own = { controller, want, begun };
    this.requests.set(key, own);
    const query = { file: source.file, variant: source.variant, revision: source.revision, frame, scale };
    if (source.solo) query.solo = source.solo;
    if (isClear) query.clear = 1;
    if (isDraft) query.draft = 1;
    try {
      const image = await fetchPicture('/api/frame', query, controller.signal);
      this.measure(begun);
      this.fetched += 1;
      // Digests may have come in the meantime.
      this.cache.put(source.key(want), image, source, frame);
      this.cache.evict(this.order);
      this.finish(key, own);
      this.onArrival(want, image);
    } catch (error) {
      this.finish(key, own);
      if (isAborted(error)) return;
      this.fail(key, error);
      this.onFailure(want, error);
    }
    this.pump();
  }

  fail(key, error) {
    const isTransient = !error.status || error.status === 503;
    if (isTransient) this.restsUntil = performance.now() + 1000;
    this.failed.set(key, error);
    setTimeout(() => {
      this.failed.delete(key);
      this.pump();
    }, isTransient ? 1000 : 60000);
  }

  finish(key, own) {
    if (this.requests.get(key) === own) this.requests.delete(key);
  }

  /** The time that the oldest request has been waiting, in milliseconds. */
  get age() { return this.requests.size ? performance.now() - Math.min(...[...this.requests.values()].map(r => r.begun)) : 0; }
  get expectedLatency() { return Math.max(this.latency, this.age); }
  get expectedInterval() { return Math.max(this.interval, this.age / this.limit); }

  measure(begun) {
    const now = performance.now();
    const mix = (old, value) => (old ? old * 0.8 + value * 0.2 : value);
    this.latency = mix(this.latency, now - begun);
    if (this.lastArrival) this.interval = mix(this.interval, Math.min(now - this.lastArrival, 3000));
    this.lastArrival = now;
  }
}
