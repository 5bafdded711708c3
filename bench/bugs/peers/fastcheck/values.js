// Arguments of operations as arbitraries of fast-check, as an expert draws them: with its generators, at edges, as texts that
// mean something to some program, as long texts, and as values that were sent or received before. Commands are generated before
// they run, so a value of the last kind is a reference that is resolved when the command runs; a command whose references have
// nothing to refer to is not run.
import fc from 'fast-check';

// What a run has sent and received so far.
export class Earlier {
  bundles = {}; // values that were sent
  inputs = {}; // lists of arguments, by the bundles of these
  answers = []; // numbers that were received

  note(op, args, answer) {
    op.args.forEach((a, i) => {
      if (a.bundle) (this.bundles[a.bundle] ??= []).push(args[i]);
    });
    (this.inputs[op.bundles] ??= []).push(args);
    for (const line of answer) {
      // The values of an answer are strings and integers; these may be larger than numbers of JavaScript can be.
      for (const n of line.replace(/"(\\.|[^"\\])*"/g, '').match(/-?\d+/g) ?? []) this.answers.push(BigInt(n));
    }
  }

  // The values that an argument can take again.
  of(arg) {
    const sent = (arg.bundle && this.bundles[arg.bundle]) || [];
    if (arg.kind !== 'int') return [...new Set([...arg.of, ...sent])];
    return [...new Set([...sent, ...this.answers.filter((n) => arg.low <= n && n <= arg.high)])];
  }
}

// A value that is known.
class Known {
  constructor(value) {
    this.value = value;
  }

  resolve() {
    return this.value;
  }
}

// A value that was used before, or one that is nearly equal to it; undefined if there is none.
class Reference {
  constructor(arg, index, change) {
    this.arg = arg;
    this.index = index;
    this.change = change;
  }

  resolve(earlier) {
    const old = earlier.of(this.arg);
    return old.length === 0 ? undefined : this.change(old[this.index % old.length]);
  }
}

// Changes of a text that a careless program does not see.
const changes = [
  (s) => s + ' ',
  (s) => ' ' + s,
  (s) => s + 'x',
  (s) => [...s].slice(0, -1).join(''),
  (s) => s.toUpperCase(),
  (s) => s.toLowerCase(),
  (s) => s.normalize('NFC'),
  (s) => s.normalize('NFD'),
];

const same = (v) => v;
const index = fc.nat(30);
const letters = fc.stringMatching(/^[a-zA-Z]{1,3}$/);

function reference(arg, change = fc.constant(same)) {
  return fc.tuple(index, change).map(([i, c]) => new Reference(arg, i, c));
}

function known(arbitrary) {
  return arbitrary.map((v) => new Known(v));
}

function awkward(texts) {
  const text = fc.constantFrom(...texts);
  return fc.oneof(text, text, fc.tuple(text, letters).map(([t, w]) => t + w), fc.tuple(letters, text).map(([w, t]) => w + t));
}

// Texts of a length in characters, which repeat a unit.
function long(lengths) {
  const unit = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
  return fc.tuple(unit, fc.constantFrom(...lengths)).map(([u, n]) => {
    const characters = [...u];
    return Array.from({ length: n }, (_, i) => characters[i % characters.length]).join('');
  });
}

function oneof(...weighted) {
  return fc.oneof({ withCrossShrink: true }, ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function text(arg, awkwardTexts) {
  const fresh = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }));
  const near = reference(arg, fc.constantFrom(...changes));
  if (arg.kind === 'key') {
    return oneof([6, known(fc.constantFrom(...arg.of))], [3, known(fresh)], [3, reference(arg)], [2, near],
      [1, known(awkward(awkwardTexts))], [1, known(long(arg.lengths))]);
  }
  return oneof([5, known(fresh)], [3, reference(arg)], [2, near], [3, known(awkward(awkwardTexts))], [3, known(long(arg.lengths))]);
}

function number(arg) {
  const all = fc.bigInt({ min: arg.low, max: arg.high });
  if (arg.high - arg.low <= 20n) return known(all);
  const first = arg.low > -2n ? arg.low : -2n;
  const clamp = (n) => (n < arg.low ? arg.low : n > arg.high ? arg.high : n);
  const near = reference(arg, fc.constantFrom((n) => clamp(n + 1n), (n) => clamp(n - 1n)));
  return oneof([3, known(fc.bigInt({ min: first, max: first + 20n }))], [5, known(all)], [3, known(fc.constantFrom(...arg.numbers))],
    [4, reference(arg)], [1, near]);
}

function value(arg, awkwardTexts) {
  switch (arg.kind) {
    case 'int':
      return number(arg);
    case 'choice':
      return known(fc.constantFrom(...arg.of));
  }
  return text(arg, awkwardTexts);
}

// The arguments of an earlier operation.
class Again {
  constructor(op, index) {
    this.op = op;
    this.index = index;
  }

  resolve(earlier) {
    const old = earlier.inputs[this.op.bundles] ?? [];
    return old.length === 0 ? undefined : old[this.index % old.length];
  }
}

// Arguments of which each is drawn by itself.
class Each {
  constructor(values) {
    this.values = values;
  }

  resolve(earlier) {
    const args = this.values.map((v) => v.resolve(earlier));
    return args.includes(undefined) ? undefined : args;
  }
}

// An arbitrary of the arguments of an operation: objects whose resolve returns a list, or undefined if it is not possible yet.
export function argumentsOf(op, awkwardTexts) {
  const each = fc.tuple(...op.args.map((a) => value(a, awkwardTexts))).map((values) => new Each(values));
  if (op.args.length === 0) return each;
  return oneof([5, each], [1, index.map((i) => new Again(op, i))]);
}

// Turns the numbers of a description, which are strings, into numbers.
export function prepared(op) {
  const number = (a) => ({ ...a, low: BigInt(a.low), high: BigInt(a.high), numbers: a.numbers.map((n) => BigInt(n.value)) });
  return { ...op, args: op.args.map(number) };
}
