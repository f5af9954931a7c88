// The location panel: places and routes to choose from, a small map, and controls for the current route. Its messages correspond to
// the script steps `location`, `gpx`, `route` and `way`.

import { SmallMap } from './map.js';

const titles = { cityRun: 'City Run', cityBicycleRide: 'City Bicycle Ride', freewayDrive: 'Freeway Drive' };
const rates = [1, 2, 5, 10, 20, 60];

const element = (tag, text, attributes = {}) => {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

export class LocationPanel {
  #button = document.getElementById('location-button');
  #panel = document.getElementById('location');
  #menu = document.getElementById('places');
  #way = document.getElementById('way');
  #play = document.getElementById('way-play');
  #scrub = document.getElementById('way-scrub');
  #rate = document.getElementById('way-rate');
  #time = document.getElementById('way-time');
  #name = document.getElementById('way-name');
  #latitude = document.getElementById('latitude');
  #longitude = document.getElementById('longitude');
  #say = document.getElementById('location-now');
  #send;
  #map;
  #cities = new Map();
  #message = { circles: [] };
  #isScrubbing = false;
  #hasFitted = false;
  #fitsNext = false;

  constructor(send) {
    this.#send = (value, more = {}) => send({ type: 'location', value, ...more });
    this.#map = new SmallMap(document.getElementById('map'), (latitude, longitude) => this.#put(latitude, longitude));
    this.#button.addEventListener('click', () => this.#open(this.#panel.hidden));
    this.#panel.querySelector('.close').addEventListener('click', () => this.#open(false));
    // Also if the element that had the focus was removed.
    document.addEventListener('keydown', (event) => {
      const isHere = event.target === document.body || this.#panel.contains(event.target);
      if (event.key === 'Escape' && !this.#panel.hidden && isHere) this.#open(false);
    });
    for (const [id, act] of [['map-in', () => this.#map.zoom(0.5)], ['map-out', () => this.#map.zoom(2)], ['map-fit', () => this.#map.fit()]]) {
      document.getElementById(id).addEventListener('click', act);
    }
    this.#menu.addEventListener('change', () => this.#choose(this.#menu.value));
    document.getElementById('place-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.target.reportValidity()) this.#put(Number(this.#latitude.value), Number(this.#longitude.value));
    });
    this.#play.addEventListener('click', () => {
      const { way } = this.#message;
      if (!way) return;
      if (way.over) this.#send('seek', { seconds: 0 });
      else this.#send(way.paused ? 'resume' : 'pause');
    });
    this.#scrub.addEventListener('input', () => {
      this.#isScrubbing = true;
      this.#showTime(Number(this.#scrub.value));
    });
    this.#scrub.addEventListener('change', () => {
      this.#isScrubbing = false;
      this.#send('seek', { seconds: Number(this.#scrub.value) });
    });
    for (const rate of rates) this.#rate.append(element('option', `${rate}×`, { value: rate }));
    this.#rate.addEventListener('change', () => this.#send('rate', { seconds: Number(this.#rate.value) }));
  }

  // Fills the list of places and routes.
  places({ cities, routes, files }) {
    this.#cities = new Map(cities.map(({ name, at }) => [`city:${name}`, at]));
    const group = (label, options) => {
      const made = element('optgroup', '', { label });
      for (const [value, text] of options) made.append(element('option', text, { value }));
      return made;
    };
    const chosen = this.#menu.value;
    this.#menu.replaceChildren(
      element('option', 'Choose…', { value: '' }), element('option', 'None (unknown)', { value: 'unknown' }),
      group('Routes', routes.map((name) => [`route:${name}`, titles[name] ?? name])),
      ...(files.length > 0 ? [group('GPX files of the project', files.map((name) => [`file:${name}`, name]))] : []),
      group('Places', cities.map(({ name }) => [`city:${name}`, name])));
    this.#menu.value = chosen;
    if (this.#menu.selectedIndex < 0) this.#menu.value = '';
  }

  path({ points }) {
    this.#map.show({ path: points });
    if (points.length > 0) this.#fitsNext = true;
  }

  show(message) {
    const { at, accuracy, course, way, circles } = message;
    this.#message = message;
    this.#map.show({ place: at ?? null, accuracy, course, circles });
    const where = at ? `${at[0].toFixed(5)}, ${at[1].toFixed(5)}` : 'unknown';
    if (this.#say.textContent !== where) this.#say.textContent = where;
    this.#button.title = `Where the device is: ${where}`;
    // The fields do not change while the user edits one of them.
    if (!this.#latitude.form.contains(document.activeElement)) {
      for (const [field, value] of [[this.#latitude, at?.[0]], [this.#longitude, at?.[1]]]) {
        field.value = value === undefined ? '' : String(Math.round(value * 1e6) / 1e6);
      }
    }
    this.#way.hidden = !way;
    if (way) this.#showWay(way);
    if (this.#panel.hidden) return;
    if (this.#fitsNext || !this.#hasFitted) this.#fit();
    else this.#map.follow();
  }

  #showWay({ name, duration, time, rate = 1, paused, over }) {
    this.#name.textContent = titles[name] ?? name;
    const action = over ? 'Play again' : paused ? 'Play' : 'Pause';
    this.#play.setAttribute('aria-label', action);
    this.#play.title = action;
    this.#play.dataset.shows = over || paused ? 'play' : 'pause';
    this.#play.disabled = duration === 0;
    this.#scrub.disabled = duration === 0;
    this.#scrub.max = String(duration);
    if (![...this.#rate.options].some((option) => Number(option.value) === rate)) {
      const option = document.createElement('option');
      option.value = String(rate);
      option.textContent = `${rate}×`;
      this.#rate.append(option);
    }
    this.#rate.value = String(rate);
    if (!this.#isScrubbing) {
      this.#scrub.value = String(time);
      this.#showTime(time);
    }
  }

  #showTime(time) {
    const text = `${clock(time)} of ${clock(this.#message.way?.duration ?? 0)}`;
    this.#time.textContent = text;
    this.#scrub.setAttribute('aria-valuetext', text);
  }

  #fit() {
    this.#hasFitted = true;
    this.#fitsNext = false;
    this.#map.fit();
  }

  #open(opens) {
    this.#panel.hidden = !opens;
    this.#button.setAttribute('aria-expanded', String(opens));
    if (opens) {
      this.#fit();
      this.#menu.focus();
    } else {
      this.#button.focus();
    }
  }

  #put(latitude, longitude) {
    this.#menu.value = '';
    this.#send('place', { latitude, longitude });
  }

  #choose(value) {
    const [kind, name] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
    if (value === 'unknown') this.#send('unknown');
    else if (kind === 'city') {
      const at = this.#cities.get(value);
      this.#send('place', { latitude: at[0], longitude: at[1] });
      this.#fitsNext = true;
    } else if (kind) this.#send(kind, { key: name });
  }
}

function clock(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
