// The WebSocket to the device, which reconnects automatically.
//
// Text frames are JSON objects with a `type`; binary frames are images: id (64 bits), pixel width, pixel height
// (32 bits each, little-endian), then a PNG.

const delays = [100, 250, 500, 1000, 2000, 5000];

export class Connection {
  #socket = null;
  #attempt = 0;
  #number = 0;
  #handlers;

  // handlers: message(object), image(id, width, height, PNG bytes), state('connecting' | 'open' | 'lost' | 'over', reason)
  constructor(handlers) {
    this.#handlers = handlers;
    this.#connect();
  }

  #connect() {
    this.#handlers.state('connecting', '');
    const address = new URL('socket', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#handlers.state('open', '');
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') return this.#handlers.message(JSON.parse(data));
      const view = new DataView(data);
      const wide = view.getBigUint64(0, true);
      const id = wide < 2n ** 53n ? Number(wide) : String(wide);
      this.#handlers.image(id, view.getUint32(8, true), view.getUint32(12, true), new Uint8Array(data, 16));
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#handlers.state('lost', reason || (code === 1006 ? '' : `code ${code}`));
      const delay = delays[Math.min(this.#attempt, delays.length - 1)];
      this.#attempt += 1;
      setTimeout(() => this.#again(), delay);
    };
  }

  // Browsers do not say why a WebSocket failed. A server that does not know this address is another run.
  async #again() {
    try {
      const answer = await fetch(new URL('icon.svg', location.href), { cache: 'no-store' });
      if (answer.status === 404) return this.#handlers.state('over', '');
    } catch {
      // No server: it may come back.
    }
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Returns the input's number, 0 if it could not be sent.
  send(message) {
    if (!this.isOpen) return 0;
    this.#number += 1;
    this.#socket.send(JSON.stringify({ ...message, n: this.#number }));
    return this.#number;
  }
}
