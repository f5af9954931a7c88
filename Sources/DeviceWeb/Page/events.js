// The list of trace events: what happened and why, and what did not happen and why not.
//
// Only visible rows have elements, so that a hundred thousand events cost no more than fifty.

import { afterNextFrame } from './frames.js';

const rowHeight = 26;
// Milliseconds between updates of the list.
const interval = 100;
const fields = ['seq', 't', 'cause', 'category', 'mechanism', 'name', 'receiver', 'sender', 'outcome', 'why', 'answer', 'site', 'thread', 'mode', 'ms'];
const labels = {
  seq: 'Number', t: 'Time', cause: 'Caused by', category: 'Category', mechanism: 'Mechanism', name: 'Name',
  receiver: 'Receiver', sender: 'Sender', outcome: 'Outcome', why: 'Why', answer: 'Answer', site: 'Defined at',
  thread: 'Thread', mode: 'Run-loop mode', ms: 'Milliseconds',
};
// Mechanisms by kind, for the tags' colours.
const kinds = {
  touch: 'input', gesture: 'input', control: 'action', action: 'action', responder: 'action', firstResponder: 'action',
  segue: 'action', notification: 'message', kvo: 'message', userNotification: 'message', location: 'message',
  delegate: 'ask', dataSource: 'ask', coredata: 'ask', lifecycle: 'life', appearance: 'life', nib: 'life',
  timer: 'time', runloop: 'time', dispatch: 'time', animation: 'time', layout: 'draw', display: 'draw',
  print: 'print', warning: 'warning',
};

const make = (tag, className, text) => {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

const detailOf = (event, key) => event.detail?.find(([name]) => name === key)?.[1] ?? '';

// The name with what tells it apart from its neighbours: a key's direction, a touch's place, a closure's line.
function nameOf(event) {
  if (event.name === '{}' && event.site) return `{} ${event.site.split('/').pop()}`;
  if (event.name.startsWith('key ')) return `${event.name} ${detailOf(event, 'phase') || 'down'}`;
  if (event.name.startsWith('touches ')) {
    const place = event.detail?.find(([name]) => name.startsWith('finger '))?.[1];
    return event.name + (place ? ` at ${place}` : '');
  }
  return event.name;
}

// What the filter looks at.
const searchable = (event) => [event.name, event.receiver, event.sender, event.mechanism, event.why, event.answer, event.outcome,
  event.site, event.category].filter(Boolean).join(' ').toLowerCase();

export class EventList {
  #list = document.getElementById('list');
  #rows = document.getElementById('rows');
  #empty = document.getElementById('empty');
  #details = document.getElementById('details');
  #count = document.getElementById('event-count');
  #filter = document.getElementById('filter');
  #pause = document.getElementById('pause');
  #dropped = document.getElementById('dropped');
  #newer = document.getElementById('newer');
  #send;
  // How many events are kept: the same number as in the server.
  #limit = 20_000;
  #gone = 0;
  // How many shown events the user has had in sight; later ones are new.
  #known = 0;
  #events = [];
  #bySequence = new Map();
  #shown = [];
  #held = [];
  #words = [];
  #selected = null;
  #follows = true;
  // The last scroll position that was not set by the user.
  #scrolledTo = 0;
  #isFrameAsked = false;
  #timer = 0;
  #rendered = -Infinity;
  #elements = new Map();

  constructor(send) {
    this.#send = send;
    this.#list.addEventListener('scroll', () => {
      const isAtEnd = this.#list.scrollTop + this.#list.clientHeight >= this.#list.scrollHeight - rowHeight;
      this.#follows = isAtEnd && (!this.#selected || this.#list.scrollTop > this.#scrolledTo);
      if (this.#follows && this.#list.scrollTop === this.#scrolledTo) this.#scheduleSoon();
      else this.#schedule();
    });
    this.#rows.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.#select(Number(row.dataset.seq));
    });
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.#filter.addEventListener('input', () => {
      this.#words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      this.#shown = this.#events.filter((event) => this.#matches(event));
      this.#schedule();
    });
    this.#pause.addEventListener('click', () => {
      const pressed = this.#pause.getAttribute('aria-pressed') !== 'true';
      this.#pause.setAttribute('aria-pressed', String(pressed));
      this.#pause.textContent = pressed ? 'Resume' : 'Pause';
      if (!pressed) this.#take(this.#held.splice(0));
      this.#schedule();
    });
    // The server forgets them, too, so that a reload does not bring them back.
    document.getElementById('clear').addEventListener('click', () => {
      this.#forget();
      this.#select(null);
      this.#send({ type: 'clear' });
    });
    this.#newer.addEventListener('click', () => {
      this.#follows = true;
      this.#schedule();
    });
    addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target.closest('input, textarea, select, #accessibility, dialog')) return;
      event.preventDefault();
      this.#filter.focus();
    });
    new ResizeObserver(() => this.#schedule()).observe(this.#list);
  }

  #forget() {
    this.#events = [];
    this.#shown = [];
    this.#held = [];
    this.#gone = 0;
    this.#known = 0;
    this.#follows = true;
    this.#bySequence.clear();
  }

  add({ events, all, dropped = 0, limit }) {
    const areAll = all === true;
    if (limit) this.#limit = limit;
    if (areAll) this.#forget();
    this.#gone += dropped;
    if (!areAll && this.#pause.getAttribute('aria-pressed') === 'true') this.#held.push(...events);
    else this.#take(events);
    this.#scheduleSoon();
  }

  #take(events) {
    for (const event of events) {
      const known = this.#bySequence.get(event.seq);
      if (known) {
        // The event is complete now: its answer or its duration has arrived.
        const matched = this.#matches(known);
        Object.assign(known, event);
        known.text = searchable(known);
        if (this.#matches(known) !== matched) this.#shown = this.#events.filter((one) => this.#matches(one));
        this.#elements.get(known)?.remove();
        this.#elements.delete(known);
        if (known === this.#selected) this.#showDetails();
        continue;
      }
      const cause = event.cause === undefined ? undefined : this.#bySequence.get(event.cause);
      event.depth = cause ? cause.depth + 1 : 0;
      event.text = searchable(event);
      this.#events.push(event);
      this.#bySequence.set(event.seq, event);
      if (this.#matches(event)) this.#shown.push(event);
    }
    if (this.#events.length > this.#limit * 1.25) {
      const old = this.#events.splice(0, this.#events.length - this.#limit);
      this.#gone += old.length;
      for (const event of old) this.#bySequence.delete(event.seq);
      this.#shown = this.#events.filter((event) => this.#matches(event));
    }
  }

  #matches(event) {
    return this.#words.every((word) => event.text.includes(word));
  }

  // Updates the rows after the next frame, in which the device's screen is drawn.
  //
  // OPTIMIZATION: events that arrive with every frame are shown only a few times a second, so that most frames draw only the
  // device's screen. The user's changes of the list are shown at once.
  #schedule(wait = 0) {
    if (this.#isFrameAsked) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#schedule(), wait);
      return;
    }
    this.#isFrameAsked = true;
    afterNextFrame(() => {
      this.#isFrameAsked = false;
      this.#rendered = performance.now();
      this.#render();
    });
  }

  #scheduleSoon() {
    if (this.#timer === 0) this.#schedule(this.#rendered + interval - performance.now());
  }

  #render() {
    const total = this.#shown.length;
    this.#rows.style.height = `${total * rowHeight}px`;
    this.#empty.hidden = total > 0;
    this.#empty.textContent = this.#events.length > 0 ? 'No event matches the filter.' : 'No events yet.';
    this.#dropped.hidden = this.#gone === 0;
    this.#dropped.textContent = `${this.#gone.toLocaleString('en')} earlier events are not kept any more; the last ${this.#limit.toLocaleString('en')} are.`;
    const waiting = this.#held.length > 0 ? `, ${this.#held.length} waiting` : '';
    this.#count.textContent = (total === this.#events.length ? `${total}` : `${total} of ${this.#events.length}`) + waiting;
    if (this.#follows) {
      this.#list.scrollTop = total * rowHeight;
      this.#scrolledTo = this.#list.scrollTop;
      this.#known = total;
    }
    this.#known = Math.min(this.#known, total);
    this.#newer.hidden = this.#follows || total === this.#known;
    this.#newer.textContent = `${total - this.#known} new`;
    // NB: the browser adjusts scrollTop to a shorter list only later.
    const top = Math.max(0, Math.min(this.#list.scrollTop, total * rowHeight - this.#list.clientHeight));
    const first = Math.max(0, Math.floor(top / rowHeight) - 5);
    const last = Math.min(total, Math.ceil((top + this.#list.clientHeight) / rowHeight) + 5);
    const kept = new Map();
    for (let index = first; index < last; index += 1) {
      const event = this.#shown[index];
      const row = this.#elements.get(event) ?? this.#row(event);
      row.style.top = `${index * rowHeight}px`;
      // What is filtered stands alone.
      row.querySelector('.what').style.paddingLeft = `${this.#words.length > 0 ? 0 : Math.min(event.depth, 12) * 12}px`;
      row.setAttribute('aria-posinset', String(index + 1));
      row.setAttribute('aria-setsize', String(total));
      row.setAttribute('aria-selected', String(event === this.#selected));
      if (!row.isConnected) this.#rows.append(row);
      kept.set(event, row);
    }
    for (const [event, row] of this.#elements) if (!kept.has(event)) row.remove();
    this.#elements = kept;
  }

  #row(event) {
    const isCrash = event.mechanism === 'lifecycle' && event.name === 'ended' && /crash|signal|fatal|trap/i.test(detailOf(event, 'how'));
    const row = make('div', `row ${event.outcome}${isCrash ? ' crash' : ''}`);
    row.id = `event-${event.seq}`;
    row.dataset.seq = event.seq;
    row.setAttribute('role', 'option');
    row.append(make('span', 'time', event.t.toFixed(3)));
    const what = make('span', 'what');
    const tag = make('span', 'tag', event.mechanism);
    tag.dataset.kind = kinds[event.mechanism] ?? 'other';
    const name = nameOf(event);
    what.append(tag, make('span', 'name', name));
    row.append(what);
    row.append(make('span', 'receiver', event.receiver ?? ''));
    row.title = [name, event.receiver, event.why ?? event.answer].filter(Boolean).join('\n');
    if (isCrash) row.append(make('span', 'outcome', detailOf(event, 'how')));
    else if (event.outcome !== 'handled') row.append(make('span', 'outcome', event.why ? `${event.outcome}: ${event.why}` : event.outcome));
    else if (event.answer) row.append(make('span', 'answer', `→ ${event.answer}`));
    else row.classList.add(event.receiver ? 'short' : 'alone');
    // Without a receiver there is more room for what became of it.
    if (!event.receiver && row.lastChild.className !== 'receiver') row.classList.add('no-receiver');
    return row;
  }

  #select(sequence) {
    this.#selected = sequence === null ? null : this.#bySequence.get(sequence) ?? null;
    this.#list.setAttribute('aria-activedescendant', this.#selected ? `event-${sequence}` : '');
    // The list stays where it is, so that the selected event remains in sight.
    if (this.#selected) this.#follows = false;
    this.#showDetails();
    this.#schedule();
  }

  #key(event) {
    const index = this.#shown.indexOf(this.#selected);
    const page = Math.max(1, Math.floor(this.#list.clientHeight / rowHeight) - 1);
    const last = this.#shown.length - 1;
    const steps = { ArrowDown: index + 1, ArrowUp: index < 0 ? last : index - 1, PageDown: index + page, PageUp: index - page, Home: 0, End: last };
    if (event.key === 'Escape') this.#select(null);
    if (!(event.key in steps) || last < 0) return;
    event.preventDefault();
    const target = Math.max(0, Math.min(last, steps[event.key]));
    this.#select(this.#shown[target].seq);
    this.#reveal(target);
  }

  #reveal(index) {
    const top = index * rowHeight;
    if (top < this.#list.scrollTop) this.#list.scrollTop = top;
    else if (top + rowHeight > this.#list.scrollTop + this.#list.clientHeight) this.#list.scrollTop = top + rowHeight - this.#list.clientHeight;
  }

  #showDetails() {
    const event = this.#selected;
    this.#details.hidden = !event;
    this.#details.replaceChildren();
    if (!event) return;
    const head = make('div', 'details-head');
    head.append(make('h3', '', nameOf(event)));
    const close = make('button', 'close', '×');
    close.type = 'button';
    close.setAttribute('aria-label', 'Close details');
    close.addEventListener('click', () => this.#select(null));
    head.append(close);
    const table = make('dl', '');
    for (const field of fields) {
      if (event[field] === undefined || field === 'name') continue;
      const text = field === 't' ? `${event.t.toFixed(6)} s` : String(event[field]);
      table.append(make('dt', '', labels[field]), make('dd', field === 'outcome' ? event.outcome : '', text));
    }
    for (const [key, value] of event.detail ?? []) table.append(make('dt', '', key), make('dd', '', value));
    this.#details.append(head, table, make('h4', '', 'Cause chain'), this.#chain(event));
  }

  // The chain of causes from the root to the event, as links that select.
  #chain(event) {
    const chain = [];
    for (let link = event; link; link = link.cause === undefined ? null : this.#bySequence.get(link.cause)) chain.unshift(link);
    const list = make('ol', 'chain');
    for (const link of chain) {
      const item = make('li', '');
      const button = make('button', '', `${link.receiver ? `${link.receiver} ` : ''}${link.name}`);
      button.type = 'button';
      button.disabled = link === event;
      button.addEventListener('click', () => {
        this.#select(link.seq);
        const index = this.#shown.indexOf(link);
        if (index >= 0) this.#reveal(index);
      });
      const tag = make('span', 'tag', link.mechanism);
      tag.dataset.kind = kinds[link.mechanism] ?? 'other';
      item.append(tag, button);
      list.append(item);
    }
    return list;
  }
}
