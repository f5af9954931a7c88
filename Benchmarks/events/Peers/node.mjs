// The side of Node's EventTarget and EventEmitter in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
import { EventEmitter } from 'node:events';

let sum = 0;
const now = () => { const usage = process.cpuUsage(); return (usage.user + usage.system) * 1000; };

function measure(row, per, body) {
  let count = 50;
  for (;;) {
    const start = now();
    for (let i = 0; i < count; i++) body(i);
    if (now() - start > 5_000_000) break;
    count *= 2;
  }
  let best = Infinity;
  for (let round = 0; round < 60; round++) {
    const start = now();
    for (let i = 0; i < count; i++) body(i);
    best = Math.min(best, (now() - start) / count / per);
  }
  console.log(row, best.toFixed(3));
}

const emitter = new EventEmitter();
emitter.setMaxListeners(0);
const target = new EventTarget();
for (let i = 0; i < 10_000; i++) {
  emitter.on(`Another${i}`, () => { sum++; });
  target.addEventListener(`Another${i}`, () => { sum++; });
}
const sender = {};
emitter.on('one', () => { sum++; });
target.addEventListener('one', () => { sum++; });
for (let i = 0; i < 1000; i++) {
  emitter.on('many', () => { sum++; });
  target.addEventListener('many', () => { sum++; });
}
measure('emitter/post.one', 1, () => emitter.emit('one', sender));
measure('emitter/post.nobody', 1, () => emitter.emit('nobody'));
measure('emitter/post.many', 1000, () => emitter.emit('many', sender));
measure('target/post.one', 1, () => target.dispatchEvent(new Event('one')));
measure('target/post.nobody', 1, () => target.dispatchEvent(new Event('nobody')));
measure('target/post.many', 1000, () => target.dispatchEvent(new Event('many')));

const timers = 200_000;
let random = 42;
const start = now();
let fired = 0;
for (let i = 0; i < timers; i++) {
  random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
  setTimeout(() => { if (++fired === timers) console.log('emitter/timers.fire', (now() - added) / timers); }, random % 1000);
}
const added = now();
console.log('emitter/timers.add', (added - start) / timers);
