/** The job's sound. While it plays, its clock leads the picture. */
class JobSound {
  constructor() {
    this.context = null;
    this.buffer = null;
    this.node = null;
    this.isMuted = remembered('muted', false);
    this.key = '';
    this.startedAt = 0;
  }

  async load(job, hasSound) {
    const key = hasSound ? `${job.file}?${job.variant}!${job.revision}` : '';
    if (key === this.key) return;
    this.key = key;
    if (!hasSound) return this.take(null);
    try {
      const response = await request('/api/sound', { file: job.file, variant: job.variant, revision: job.revision });
      if (this.key !== key) return;
      this.take(response.status === 204 ? null : this.decode(await response.arrayBuffer(), Number(response.headers.get('X-Rate')), job.seconds));
    } catch (error) {
      // The same revision may come back, as by undo: then it is asked for again.
      if (this.key === key) { this.key = ''; this.take(null); }
      if (error.status !== 404 && error.status !== 409) showError(error);
    }
  }

  take(buffer) {
    this.stop();
    this.buffer = buffer;
    $('mute').hidden = !buffer;
    if (buffer) player.restartClock();
  }

  /** Interleaved stereo floats, as long as the video, so that it loops with it. */
  decode(bytes, rate, seconds) {
    const samples = new Float32Array(bytes);
    const length = Math.max(1, Math.ceil(seconds * rate));
    const buffer = new AudioBuffer({ numberOfChannels: 2, length, sampleRate: rate });
    for (let channel = 0; channel < 2; channel += 1) {
      const target = buffer.getChannelData(channel);
      for (let i = 0; i < length && 2 * i < samples.length; i += 1) target[i] = samples[2 * i + channel];
    }
    return buffer;
  }

  start({ frame, first, last, fps, isLooping }) {
    if (!this.buffer) return;
    this.context ??= new AudioContext({ sampleRate: 48000 });
    this.context.resume();
    if (!this.gain) {
      this.gain = this.context.createGain();
      this.gain.connect(this.context.destination);
    }
    this.gain.gain.value = this.isMuted ? 0 : 1;
    const node = this.context.createBufferSource();
    node.buffer = this.buffer;
    node.loop = isLooping;
    node.loopStart = first / fps;
    node.loopEnd = (last + 1) / fps;
    node.connect(this.gain);
    this.startedAt = this.context.currentTime + 0.02;
    node.start(this.startedAt, frame / fps);
    this.node = node;
  }

  /** A moment of it, as while the playhead is dragged; not again at the same place. */
  scrub(seconds) {
    if (!this.buffer || this.isMuted || this.node || seconds === this.scrubbed) return;
    this.scrubbed = seconds;
    this.context ??= new AudioContext({ sampleRate: 48000 });
    this.context.resume();
    const node = this.context.createBufferSource(), gain = this.context.createGain(), now = this.context.currentTime, length = 0.08;
    node.buffer = this.buffer;
    gain.gain.setValueAtTime(0, now);
    gain.gain.linearRampToValueAtTime(1, now + 0.008);
    gain.gain.setValueAtTime(1, now + length - 0.02);
    gain.gain.linearRampToValueAtTime(0, now + length);
    node.connect(gain).connect(this.context.destination);
    node.start(now, seconds, length);
  }

  stop() {
    if (!this.node) return;
    try { this.node.stop(); } catch { /* had not begun */ }
    this.node.disconnect();
    this.node = null;
  }

  /** Seconds heard since the start; null where nothing is heard, or the sound hardware does not keep up. */
  elapsed(byWallClock) {
    if (!this.node || this.context.state !== 'running') return null;
    const heard = this.context.currentTime - this.startedAt - (this.context.outputLatency || 0);
    return Math.abs(heard - byWallClock) > 0.4 ? null : Math.max(0, heard);
  }

  setMuted(value) {
    this.isMuted = value;
    remember('muted', value);
    if (this.gain) this.gain.gain.value = value ? 0 : 1;
  }
}

const sound = new JobSound();
const player = new Player();
