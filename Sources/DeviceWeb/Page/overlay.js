// Overlays on the app's screen: home and lock screen, build errors, crashes, and progress.

const titles = {
  connecting: 'Connecting…', lost: 'Disconnected', building: 'Building…', launching: 'Launching…',
  running: 'Running', suspended: 'In the background', locked: 'Locked', crashed: 'Crashed', ended: 'Ended',
  failed: 'Build failed', stalled: 'Not answering', over: 'This run has ended',
};

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

export class Overlay {
  #pill = document.getElementById('status');
  #name = document.getElementById('app-name');
  #home = document.getElementById('home');
  #lock = document.getElementById('lockscreen');
  #waiting = document.getElementById('waiting');
  #report = document.getElementById('report');
  #title = document.getElementById('report-title');
  #body = this.#report.querySelector('.body-text');
  #banner = document.getElementById('banner');
  #notices = document.getElementById('notices');
  #phone;
  #shown = '';
  #errors = [];
  #crash = null;
  phase = 'connecting';

  constructor(phone) {
    this.#phone = phone;
    this.#report.querySelector('.hide').addEventListener('click', () => { this.#report.hidden = true; });
  }

  connection(state, reason) {
    if (state === 'over') {
      this.#banner.hidden = false;
      this.#banner.textContent = 'This run has ended. Open the address that carob run printed last.';
      document.documentElement.classList.add('disconnected');
      this.#setPill('over', '');
      return;
    }
    const lost = state === 'lost' || (state === 'connecting' && !this.#banner.hidden);
    this.#banner.hidden = !lost;
    if (lost) this.#banner.textContent = `Disconnected from the device${reason ? ` (${reason})` : ''}. Trying again; carob run may have ended.`;
    document.documentElement.classList.toggle('disconnected', lost);
    if (state !== 'open') this.#setPill(lost ? 'lost' : 'connecting', '');
  }

  // Shows one line for some seconds.
  notice(text) {
    const line = element('div', '', text);
    this.#notices.append(line);
    setTimeout(() => line.remove(), 10_000);
  }

  status({ phase, app, message }) {
    const before = this.phase;
    this.phase = phase;
    this.#setPill(phase, message);
    if (app) {
      this.#name.textContent = app;
      document.title = `${app} – Carob`;
      this.#home.querySelector('.name').textContent = app;
      this.#home.querySelector('.tile').textContent = [...app][0] ?? '';
    }
    this.#home.hidden = phase !== 'suspended' && phase !== 'ended';
    this.#lock.hidden = phase !== 'locked';
    if (phase === 'locked') {
      this.#lock.querySelector('.hour').textContent = this.#phone.timeText;
      this.#lock.querySelector('.day').textContent = this.#phone.dayText;
    }
    document.documentElement.dataset.phase = phase;
    const waits = phase === 'building' || phase === 'launching';
    const isStalled = phase === 'stalled';
    this.#waiting.hidden = !waits && !isStalled;
    if (isStalled) this.#waiting.querySelector('.text').textContent = message ? `Not answering, inside ${message}` : 'The app is not answering';
    if (waits) this.#waiting.querySelector('.text').textContent = message || titles[phase];
    if (phase === 'launching' || phase === 'running') this.#crash = null;
    if (before !== phase) this.#showReport();
  }

  buildErrors(diagnostics) {
    this.#errors = diagnostics;
    this.#showReport();
  }

  crash(report) {
    this.#crash = report;
    this.#showReport();
  }

  #setPill(phase, message) {
    this.#pill.dataset.phase = phase;
    this.#pill.textContent = titles[phase] ?? phase;
    this.#pill.title = message;
  }

  #showReport() {
    const wasHidden = this.#report.hidden;
    const value = JSON.stringify([this.#errors, this.#crash]);
    if (value === this.#shown) return;
    this.#shown = value;
    this.#body.replaceChildren();
    if (this.#errors.length > 0) {
      const count = this.#errors.filter(({ severity }) => severity === 'error').length;
      this.#title.textContent = count === 1 ? 'The app could not be built: 1 error' : `The app could not be built: ${count} errors`;
      for (const diagnostic of this.#errors) this.#body.append(this.#diagnostic(diagnostic));
    } else if (this.#crash) {
      this.#title.textContent = 'The app crashed';
      const { file, line, reason, excerpt, output, during, frames } = this.#crash;
      // The user's line first, then the reason.
      this.#body.append(this.#diagnostic({ severity: 'error', file, line, column: 0, message: reason, excerpt: excerpt.trim() }));
      if (frames?.length > 1) this.#body.append(element('pre', 'frames', frames.join('\n')));
      if (during) this.#body.append(element('p', 'during', `While replaying what you did before the last change, ${during}.`));
      if (output) {
        const more = element('details', '');
        more.append(element('summary', '', 'What the app wrote last'), element('pre', 'output', output));
        this.#body.append(more);
      }
    }
    this.#report.hidden = this.#errors.length === 0 && !this.#crash;
    this.#report.classList.toggle('crash', this.#errors.length === 0);
    const failed = this.#errors.length > 0;
    this.#report.querySelector('.primary').hidden = failed;
    this.#report.querySelector('.next').hidden = !failed;
    // The focus moves to the card, unless it is in the list of events.
    if (wasHidden && !this.#report.hidden && !document.activeElement.closest('.events')) this.#body.focus({ preventScroll: true });
  }

  #diagnostic({ severity, file, line, column, message, excerpt }) {
    const item = element('div', `diagnostic ${severity}`);
    if (file) item.append(element('div', 'place', file + (line ? `:${line}` : '') + (line && column ? `:${column}` : '')));
    const text = element('div', 'message');
    text.append(element('b', '', `${severity}: `), message);
    item.append(text);
    if (excerpt) {
      const code = element('pre', 'excerpt', excerpt);
      if (column > 0 && !/\n[ \t]*\^/.test(excerpt)) code.append('\n', element('span', 'caret', `${' '.repeat(column - 1)}^`));
      item.append(code);
    }
    return item;
  }
}
