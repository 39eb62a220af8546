/** The buttons and fields around the picture. */
class Transport {
  constructor() {
    const click = (id, action) => $(id).addEventListener('click', action);
    click('play', () => player.toggle());
    click('back', () => player.step(-1));
    click('on', () => player.step(1));
    click('to-start', () => player.seek(player.first));
    click('to-end', () => player.seek(player.last));
    click('in', () => player.setRange(player.inPoint === player.frame ? null : player.frame, player.outPoint));
    click('out', () => player.setRange(player.inPoint, player.outPoint === player.frame ? null : player.frame));
    click('loop', () => player.setLooping(!player.isLooping));
    click('mute', () => { sound.setMuted(!sound.isMuted); this.showMute(); });
    $('speed').addEventListener('change', event => player.setSpeed(Number(event.target.value)));
    $('zoom').addEventListener('change', event => player.setZoom(event.target.value));
    $('background').addEventListener('change', event => player.setBackground(event.target.value));
    $('frame').addEventListener('change', event => this.seekTo(event.target.valueAsNumber));
    $('seconds').addEventListener('change', event => this.seekTo(Math.floor(event.target.valueAsNumber * player.fps + 1e-6)));
    for (const id of ['frame', 'seconds']) $(id).addEventListener('blur', () => this.showFrame());
    $('zoom').value = player.zoom;
    this.showMute();
    on('frame', () => this.showFrame());
    on('playing', () => this.showPlaying());
    on('range', () => this.showRange());
    on('job', () => { this.showFrame(); this.showRange(); });
    setInterval(() => this.showRate(), 250);
  }

  seekTo(frame) {
    if (!Number.isFinite(frame)) return this.showFrame();
    player.pause();
    player.seek(frame);
  }

  showFrame() {
    const isEdited = element => document.activeElement === element && !player.isPlaying && element.matches(':focus') && element.value === '';
    if (!isEdited($('frame'))) $('frame').value = player.frame;
    if (!isEdited($('seconds'))) $('seconds').value = player.seconds.toFixed(3);
    $('frame').max = Math.max(0, player.frames - 1);
    $('frame-count').textContent = player.frames ? `of ${player.frames}` : '';
  }

  showPlaying() {
    setIcon($('play'), player.isPlaying ? 'pause' : 'play');
    $('play').setAttribute('aria-label', player.isPlaying ? 'Pause' : 'Play');
    const speed = $('speed');
    speed.value = String(player.speed);
    this.showRate();
  }

  showRange() {
    $('in').classList.toggle('is-set', player.inPoint !== null);
    $('out').classList.toggle('is-set', player.outPoint !== null);
  }

  showRate() {
    const rate = player.isPlaying ? player.shownRate : 0;
    const isGrid = state.view === 'grid';
    $('fps').textContent = rate.toFixed(1);
    $('fps').parentNode.hidden = isGrid;
    $('draft').hidden = isGrid || !player.isPlaying || !player.showsDraft;
    $('dropped').textContent = player.stats.dropped && !isGrid ? `${player.stats.dropped} dropped` : '';
  }

  showMute() {
    setIcon($('mute'), sound.isMuted ? 'muted' : 'sound');
    press('mute', sound.isMuted);
  }
}
