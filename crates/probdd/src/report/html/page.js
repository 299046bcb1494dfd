'use strict';
// Texts are strings with a character for each byte, because the trace counts in bytes.
const data = JSON.parse(document.getElementById('data').textContent);
const [PASS, VERDICT, MS, BYTES, TOKENS, SINCE, CHANGE, TRIED] = [0, 1, 2, 3, 4, 5, 6, 7];
const WINDOW = 16000, CHECKPOINT = 32, MOST_SHOWN = 200;
const $ = id => document.getElementById(id);
const number = it => it.toLocaleString('en');

function bytesOf(text) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  let out = '';
  for (let at = 0; at < bytes.length; at += 4096) {
    out += String.fromCharCode(...bytes.slice(at, at + 4096));
  }
  return out;
}

const decoder = new TextDecoder();
const shown = bytes => decoder.decode(Uint8Array.from(bytes, it => it.charCodeAt(0)));

// A text after some changes.
function apply(text, changes) {
  const parts = [];
  let place = 0;
  for (const [offset, length, by] of changes) {
    parts.push(text.slice(place, offset), bytesOf(by));
    place = offset + length;
  }
  parts.push(text.slice(place));
  return parts.join('');
}

// Marks are [from, to, level], ascending. What a change touches loses its marks; a proof on the text
// before is only known of that text.
function carried(marks, changes) {
  const kept = [];
  let next = 0, shift = 0;
  for (const [from, to, level] of marks) {
    while (next < changes.length && changes[next][0] + changes[next][1] <= from) {
      shift += bytesOf(changes[next][2]).length - changes[next][1];
      next += 1;
    }
    if (next >= changes.length || changes[next][0] >= to) {
      kept.push([from + shift, to + shift, Math.min(level, 2)]);
    }
  }
  return kept;
}

const white = /^[\s]*$/;
const isOneToken = text => /^\s*([\w\x80-\xff]+|[^\s\w])\s*$/.test(text);

// What a rejected query says about the text that it was tried against.
function tell(state, query) {
  const ranges = query[TRIED] || [];
  const gone = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const [from, to] = ranges[0] || [0, 0];
  const isAlone = ranges.length === 1 && gone === state.text.length - query[BYTES] &&
    to - from <= 256 && isOneToken(state.text.slice(from, to));
  const level = isAlone ? 3 : 1;
  for (const [from, to] of ranges) {
    const key = from + ':' + to;
    state.marks.set(key, [from, to, Math.max(level, state.marks.get(key)?.[2] ?? 0)]);
  }
}

// Step 0 is the input; step k is what stands after the k-th success.
const steps = [0];
data.queries.forEach((query, at) => { if (query[CHANGE]) steps.push(at); });

function change(state, changes) {
  const ordered = [...state.marks.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const marks = carried(ordered, changes);
  state.marks = new Map(marks.map(mark => [mark[0] + ':' + mark[1], mark]));
  state.text = apply(state.text, changes);
}

// Goes on from what stands at a step to what stands at the next one.
function forward(state) {
  const next = steps[state.step + 1];
  for (let at = steps[state.step] + 1; at <= next; at += 1) {
    const query = data.queries[at];
    if (query[SINCE]) change(state, query[SINCE]);
    if (at < next) tell(state, query);
  }
  change(state, data.queries[next][CHANGE]);
  state.step += 1;
}

const copy = state => ({ ...state, marks: new Map(state.marks) });
const checkpoints = [{ step: 0, text: atob(data.input), marks: new Map() }];

function at(step) {
  const from = Math.min(checkpoints.length - 1, Math.floor(step / CHECKPOINT));
  const state = copy(checkpoints[from]);
  while (state.step < step) {
    forward(state);
    if (state.step === checkpoints.length * CHECKPOINT) checkpoints.push(copy(state));
  }
  return state;
}

const view = { state: null, attempt: 0, start: 0 };

// The rejected queries that were tried against the text of a step.
function attempts(step) {
  const end = steps[step + 1] ?? data.queries.length;
  return data.queries.slice(steps[step] + 1, end);
}

function levels(state, from, to) {
  const level = new Uint8Array(to - from);
  for (const [start, end, how] of state.marks.values()) {
    for (let at = Math.max(start, from); at < Math.min(end, to); at += 1) {
      if (level[at - from] < how) level[at - from] = how;
    }
  }
  return level;
}

function lineStart(text, place) {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  return place - start < 2000 ? start : place;
}

function span(text, level, isTried) {
  const it = document.createElement('span');
  it.className = 'h' + level + (isTried ? ' tried' : '');
  it.textContent = shown(text);
  return it;
}

function drawText() {
  const { state } = view;
  const text = state.text;
  const all = attempts(state.step);
  const chosen = all[view.attempt - 1];
  const tried = chosen?.[TRIED] || [];
  const now = copy(state);
  for (const query of all) {
    // The best may change without a query; what follows is about that text.
    if (query[SINCE]) break;
    tell(now, query);
  }
  const [from, to] = [view.start, Math.min(text.length, view.start + WINDOW)];
  const level = levels(now, from, to);
  const isTried = place => tried.some(([start, end]) => start <= place && place < end);
  const pieces = [];
  for (const token of text.slice(from, to).matchAll(/[\w\x80-\xff]+|\s+|[^\w\s]/g)) {
    const how = white.test(token[0]) ? 0 : level[token.index];
    const marked = isTried(from + token.index);
    const last = pieces[pieces.length - 1];
    if (last && last[1] === how && last[2] === marked) last[0] += token[0];
    else pieces.push([token[0], how, marked]);
  }
  $('text').replaceChildren(...pieces.map(piece => span(...piece)));
  $('windows').hidden = text.length <= WINDOW;
  $('window-text').textContent = `bytes ${number(from)} to ${number(to)} of ${number(text.length)}`;
  $('attempt-text').textContent = chosen
    ? `${view.attempt} of ${all.length}: ${data.passes[chosen[PASS]]}, ${chosen[VERDICT] === 2
      ? 'unresolved' : 'uninteresting'}, would leave ${number(chosen[TOKENS])} tokens`
    : `${all.length} queries against this text failed`;
}

function drawChange(before) {
  const changes = data.queries[steps[view.state.step]][CHANGE] || [];
  const rows = changes.slice(0, MOST_SHOWN).flatMap(([offset, length, by]) => {
    const [gone, come] = [document.createElement('del'), document.createElement('ins')];
    gone.textContent = shown(before.slice(offset, offset + Math.min(length, 500)));
    if (length > 500) gone.textContent += ` ... (${number(length)} bytes)`;
    come.textContent = shown(bytesOf(by).slice(0, 500));
    return [`@${offset} `, gone, come, '\n'];
  });
  if (changes.length > MOST_SHOWN) rows.push(`and ${changes.length - MOST_SHOWN} more`);
  $('change').hidden = changes.length === 0;
  $('change-text').replaceChildren(...rows);
}

function textBefore(step) {
  const state = at(step - 1);
  for (let place = steps[step - 1] + 1; place <= steps[step]; place += 1) {
    if (data.queries[place][SINCE]) change(state, data.queries[place][SINCE]);
  }
  return state.text;
}

function show(step) {
  view.state = at(step);
  view.attempt = 0;
  const first = data.queries[steps[step]][CHANGE]?.[0]?.[0] ?? 0;
  const isLong = view.state.text.length > WINDOW;
  view.start = isLong ? lineStart(view.state.text, Math.max(0, first - 1000)) : 0;
  $('step').value = step;
  $('attempt').max = attempts(step).length;
  $('attempt').value = 0;
  const query = data.queries[steps[step]];
  const name = step === 0 ? 'the input' : `query ${number(steps[step] + 1)}, ${data.passes[query[PASS]]}`;
  $('step-text').textContent =
    `${step} of ${steps.length - 1}: ${name}, ${number(query[TOKENS])} tokens`;
  drawText();
  drawChange(step === 0 ? '' : textBefore(step));
  drawCurve();
}

function svg(name, attributes, text) {
  const it = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  it.textContent = text ?? '';
  return it;
}

// The time of the tests up to each query, in seconds.
const seconds = [];
data.queries.reduce((sum, query) => { seconds.push((sum + query[MS]) / 1000); return sum + query[MS]; }, 0);

function drawCurve() {
  const [left, right, top, bottom] = [60, 790, 12, 235];
  const x = at => $('by-time').checked ? seconds[at] : at + 1;
  const last = data.queries.length - 1;
  const most = Math.max(1, ...steps.map(at => data.queries[at][TOKENS]));
  const scale = $('log').checked ? size => Math.log1p(size) / Math.log1p(most) : size => size / most;
  const across = at => left + (right - left) * x(at) / (x(last) || 1);
  const down = at => bottom - (bottom - top) * scale(data.queries[at][TOKENS]);
  const points = steps.flatMap((at, step) => {
    const before = steps[Math.max(0, step - 1)];
    return [[across(at), down(before)], [across(at), down(at)]];
  });
  points.push([right, down(steps[steps.length - 1])]);
  const here = across(steps[view.state.step]);
  const unit = $('by-time').checked ? 'seconds of tests' : 'queries';
  $('curve').replaceChildren(
    svg('polyline', { points: points.map(it => it.map(n => n.toFixed(1)).join()).join(' ') }),
    svg('line', { x1: here, x2: here, y1: top, y2: bottom }),
    svg('text', { x: 4, y: top + 10 }, number(most)),
    svg('text', { x: 4, y: bottom }, '0 tokens'),
    svg('text', { x: right, y: 253, 'text-anchor': 'end' },
      `${number(Math.round(10 * x(last)) / 10)} ${unit}`));
}

function drawPasses() {
  const rows = [];
  let tokens = data.queries[0][TOKENS];
  for (const query of data.queries) {
    let row = rows[rows.length - 1];
    if (!row || row.pass !== query[PASS]) {
      row = { pass: query[PASS], queries: 0, hits: 0, before: tokens, ms: 0 };
      rows.push(row);
    }
    row.queries += 1;
    row.ms += query[MS];
    if (query[CHANGE]) { row.hits += 1; tokens = query[TOKENS]; }
    row.after = tokens;
  }
  const cells = row => [data.passes[row.pass], row.queries, row.hits, row.before, row.after,
    Math.round(row.ms) / 1000];
  for (const row of rows) {
    const line = $('passes').tBodies[0].insertRow();
    for (const cell of cells(row)) {
      line.insertCell().textContent = typeof cell === 'number' ? number(cell) : cell;
    }
  }
}

// When each job ran which test: a lane for each of them.
function drawJobs() {
  const canvas = $('jobs');
  if (!canvas) return;
  const [WORKER, BEGAN, RAN, FATE] = [0, 1, 2, 3];
  const lanes = 1 + Math.max(...data.tests.map(test => test[WORKER]));
  const end = Math.max(...data.tests.map(test => test[BEGAN] + test[RAN]));
  const lane = Math.max(4, Math.min(18, Math.floor(300 / lanes)));
  canvas.width = 1600;
  canvas.height = lanes * lane * 2;
  const style = getComputedStyle(document.documentElement);
  const colours = ['--accent', '--ahead', '--gone'].map(name => style.getPropertyValue(name));
  const pen = canvas.getContext('2d');
  const spent = [0, 0, 0];
  for (const [worker, began, ran, fate] of data.tests) {
    pen.fillStyle = colours[fate];
    const width = Math.max(ran / end * canvas.width - 0.5, 0.5);
    pen.fillRect(began / end * canvas.width, worker * lane * 2 + 2, width, lane * 2 - 4);
    spent[fate] += ran;
  }
  const all = spent[0] + spent[1] + spent[2];
  const share = ms => `${Math.round(100 * ms / all)} %`;
  $('jobs-text').textContent = `${number(data.tests.length)} tests in ${(end / 1000).toFixed(1)} s, ` +
    `${(all / end).toFixed(1)} at a time. Of the time of tests, ${share(spent[1])} were ahead of the ` +
    `search and ${share(spent[2])} for tests that ended early.`;
}

function stepOfHash() {
  const step = Number(/(?:^#|&)step=(\d+)/.exec(location.hash)?.[1] ?? steps.length - 1);
  return Math.min(step, steps.length - 1);
}

const start = data.queries[0], end = data.queries[steps[steps.length - 1]];
$('sizes').textContent = `${number(start[TOKENS])} -> ${number(end[TOKENS])} tokens, ` +
  `${number(start[BYTES])} -> ${number(end[BYTES])} bytes, ${number(data.queries.length)} queries`;
$('step').max = steps.length - 1;
$('step').addEventListener('input', () => {
  show(Number($('step').value));
  history.replaceState(null, '', '#step=' + $('step').value);
});
$('attempt').addEventListener('input', () => {
  view.attempt = Number($('attempt').value);
  const first = attempts(view.state.step)[view.attempt - 1]?.[TRIED]?.[0]?.[0];
  const { text } = view.state;
  if (first !== undefined && (first < view.start || first >= view.start + WINDOW)) {
    view.start = lineStart(text, Math.max(0, first - 1000));
  }
  drawText();
});
$('earlier').addEventListener('click', () => {
  view.start = Math.max(0, view.start - WINDOW);
  drawText();
});
$('later').addEventListener('click', () => {
  if (view.start + WINDOW < view.state.text.length) view.start += WINDOW;
  drawText();
});
for (const id of ['by-time', 'log']) $(id).addEventListener('change', drawCurve);
addEventListener('hashchange', () => show(stepOfHash()));
drawPasses();
drawJobs();
show(stepOfHash());
document.documentElement.dataset.ready = Math.round(performance.now());
