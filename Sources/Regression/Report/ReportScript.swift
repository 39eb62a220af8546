/// Filters and players of the report's page, which is complete without them.
enum ReportScript {
  static let text = #"""
    (() => {
      const root = document.documentElement; root.classList.add('scripted');
      const all = (selector, from = document) => [...from.querySelectorAll(selector)];
      const jobs = all('.job'), rows = all('tr[data-status]'), search = document.getElementById('search');
      let status = 'all', current = -1;
      const filter = () => {
        const text = search.value.toLowerCase();
        const shows = item => (status === 'all' || item.dataset.status === status) && item.dataset.text.toLowerCase().includes(text);
        for (const item of [...jobs, ...rows]) item.hidden = !shows(item);
        all('[data-filter]').forEach(b => b.setAttribute('aria-pressed', b.dataset.filter === status));
      };
      all('[data-filter]').forEach(b => b.addEventListener('click', () => { status = b.dataset.filter; filter(); }));
      search.addEventListener('input', filter); filter();

      const viewers = new Map();
      for (const job of jobs) {
        const views = all('.view', job); if (!views.length) continue;
        const thumbs = all('.strip button', job), modes = all('[data-mode]', job);
        const state = { index: 0, mode: 'side', timer: 0 };
        const images = view => all('img', view).map(i => i.src);
        const stop = () => { clearInterval(state.timer); state.timer = 0; };
        const show = () => {
          stop();
          views.forEach((view, i) => { view.hidden = i !== state.index;
            const trio = view.querySelector('.trio'), stage = view.querySelector('.stage');
            const can = trio.querySelectorAll('img').length > 1, mode = can ? state.mode : 'side';
            trio.hidden = mode !== 'side'; stage.hidden = mode === 'side'; stage.replaceChildren();
            if (i !== state.index || mode === 'side') return;
            const [before, after] = images(trio), box = document.createElement('div'); box.className = 'swipe';
            const a = new Image(), b = new Image(); a.src = before; b.src = after; a.alt = 'before'; b.alt = 'after'; box.append(a, b);
            stage.append(box);
            if (mode === 'swipe') {
              const slider = document.createElement('input'); slider.type = 'range'; slider.value = 50;
              slider.setAttribute('aria-label', 'where before ends and after begins');
              const cut = () => { b.style.clipPath = `inset(0 0 0 ${slider.value}%)`; };
              slider.addEventListener('input', cut); cut(); stage.append(slider); slider.style.cssText = 'width: 100%; max-width: 400px';
            } else {
              const label = document.createElement('p'); label.className = 'quiet'; stage.append(label);
              const blink = () => { b.hidden = !b.hidden; label.textContent = b.hidden ? 'before' : 'after'; };
              blink(); state.timer = setInterval(blink, 500);
            }
          });
          thumbs.forEach((t, i) => t.setAttribute('aria-current', i === state.index));
          modes.forEach(m => m.setAttribute('aria-pressed', m.dataset.mode === state.mode));
        };
        thumbs.forEach((t, i) => t.addEventListener('click', () => { state.index = i; show(); }));
        modes.forEach(m => m.addEventListener('click', () => { state.mode = m.dataset.mode; show(); }));
        const first = thumbs.findIndex(t => t.closest('.worst')); state.index = Math.max(0, first); show();
        viewers.set(job, { step: d => { state.index = (state.index + d + views.length) % views.length; show(); },
          mode: m => { state.mode = m; show(); } });
      }

      const pairs = new Map();
      for (const job of jobs) {
        const videos = all('video', job); if (videos.length !== 2) continue;
        const [a, b] = videos, rate = Number(a.dataset.rate) || 60;
        const play = () => { if (a.paused) { b.currentTime = a.currentTime; a.play(); b.play(); } else { a.pause(); b.pause(); b.currentTime = a.currentTime; } };
        const step = d => { a.pause(); b.pause(); a.currentTime = Math.max(0, a.currentTime + d / rate); b.currentTime = a.currentTime; };
        for (const [x, y] of [[a, b], [b, a]]) {
          x.addEventListener('seeked', () => { if (x.paused && Math.abs(x.currentTime - y.currentTime) > 0.5 / rate) y.currentTime = x.currentTime; });
          x.addEventListener('play', () => { if (y.paused) { y.currentTime = x.currentTime; y.play(); } });
          x.addEventListener('pause', () => { if (!y.paused) y.pause(); });
        }
        all('[data-video]', job).forEach(button => button.addEventListener('click', () => ({ play, back: () => step(-1), next: () => step(1) })[button.dataset.video]()));
        pairs.set(job, { play, step });
      }

      const shown = () => jobs.filter(j => !j.hidden);
      const go = d => { const list = shown(); if (!list.length) return;
        const at = list.indexOf(jobs[current]); const next = list[Math.max(0, Math.min(list.length - 1, at + d))];
        choose(next); next.scrollIntoView({ block: 'start' }); next.querySelector('summary').focus({ preventScroll: true }); };
      jobs.forEach((job, i) => job.addEventListener('focusin', () => { current = i; }));
      document.addEventListener('keydown', event => {
        if (event.target.matches('input, video') || event.ctrlKey || event.metaKey || event.altKey) { if (event.key === 'Escape') event.target.blur(); return; }
        const job = jobs[current] || shown()[0], viewer = viewers.get(job), pair = pairs.get(job);
        const keys = { j: () => go(1), k: () => go(-1), '/': () => search.focus(), ArrowRight: () => viewer?.step(1), ArrowLeft: () => viewer?.step(-1),
          1: () => viewer?.mode('side'), 2: () => viewer?.mode('swipe'), 3: () => viewer?.mode('blink'), p: () => pair?.play(), ',': () => pair?.step(-1), '.': () => pair?.step(1) };
        if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
      });
      const choose = job => { jobs.forEach(other => { other.classList.toggle('aside', other !== job); if (other === job) other.open = true; });
        rows.forEach((row, i) => row.setAttribute('aria-current', jobs[i] === job)); current = jobs.indexOf(job); };
      const open = () => { const job = document.getElementById(location.hash.slice(1)); if (job) { choose(job); job.scrollIntoView({ block: 'start' }); } };
      choose(jobs.find(j => j.open) || jobs[0]);
      window.addEventListener('hashchange', open); open();
    })();
    """#
}
