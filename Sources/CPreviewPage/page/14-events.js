/**
 * The server's events, by one connection for all tabs: browsers open six at most to one server, and each tab needs some for
 * frames. The tab that holds the lock listens and passes on what comes; when it is closed the next one does.
 */
class SharedEvents {
  constructor(names, take) {
    this.names = names.filter(name => name !== 'lost' && name !== 'refused');
    this.take = take;
    if (!navigator.locks || !window.BroadcastChannel) { this.channel = null; return this.listen(); }
    this.channel = new BroadcastChannel(`preview-events-${token}`);
    this.channel.onmessage = ({ data }) => {
      if (data.name !== 'who') return this.take(data.name, data.detail);
      if (this.hello && this.isOpen) this.channel.postMessage({ name: 'hello', detail: this.hello });
      return undefined;
    };
    navigator.locks.request(`preview-events-${token}`, () => { this.listen(); return new Promise(() => {}); });
    // The tab that listens greets this one.
    this.channel.postMessage({ name: 'who' });
  }

  tell(name, detail = {}) {
    this.channel?.postMessage({ name, detail });
    this.take(name, detail);
  }

  listen() {
    const source = new EventSource(address('/api/events'));
    for (const name of this.names) source.addEventListener(name, event => {
      const detail = JSON.parse(event.data);
      if (name === 'hello') [this.hello, this.isOpen] = [detail, true];
      this.tell(name, detail);
    });
    source.addEventListener('error', () => {
      this.isOpen = false;
      this.tell('lost');
      if (source.readyState === EventSource.CLOSED) this.listenAgain();
    });
  }

  /** This page is refused where another preview, which has another token, has its address. */
  async listenAgain() {
    const status = await fetch(address('/api/state'), { cache: 'no-store' }).then(response => response.status, () => 0);
    if (status === 403) return this.tell('refused');
    return setTimeout(() => this.listen(), 1500);
  }
}
