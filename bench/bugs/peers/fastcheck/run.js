// Looks for a fault of the bench with fast-check:
//
//   node run.js SERVE SYSTEM FAULT SEED INPUTS
//
// SERVE is the program bench/bugs/cmd/serve. A command is an operation with arguments from the arbitraries of fast-check, with
// their own distributions; sequences are those of fc.commands. The answers are compared with those of the correct system.
// Prints one JSON object.
import { spawn, execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import fc from 'fast-check';

const [serve, system, fault, seed, budget] = process.argv.slice(2);
const { ops } = JSON.parse(
  // Bounds may be larger than numbers of JavaScript can be: they are read as strings.
  execFileSync(serve, ['-system', system, '-describe'], { encoding: 'utf8' }).replace(/"(low|high)":(-?\d+)/g, '"$1":"$2"'),
);

// A system in a process of its own.
class System {
  constructor(fault) {
    this.process = spawn(serve, ['-system', system, '-fault', fault, '-done'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = [];
    this.waiting = undefined;
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.lines.push(line);
      if (line === '{"done":true}' || line === '{"ready":true}') this.waiting(this.lines.splice(0));
    });
  }

  exchange(text) {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.process.stdin.write(text + '\n');
    });
  }

  reset() {
    return this.exchange('{"reset":true}');
  }

  ask(name, args) {
    const values = args.map((a) => (typeof a === 'bigint' ? a.toString() : JSON.stringify(a)));
    return this.exchange(`{"input":${JSON.stringify(name)},"payload":[${values}]}`);
  }

  end() {
    this.process.stdin.end();
  }
}

const shrinkTime = 10_000; // milliseconds, as for the other testers
const start = performance.now();
const faulty = new System(fault);
const right = new System('');
let inputs = 0;
let length = 0; // of the sequence
let first = undefined; // find
let failing = 0; // length of the last sequence that failed

function finish(result) {
  console.log(JSON.stringify(result));
  faulty.end();
  right.end();
  process.exit(0);
}

class Operation {
  constructor(name, args) {
    this.name = name;
    this.args = args;
  }

  check() {
    return true;
  }

  async run() {
    if (!first && inputs >= Number(budget)) {
      finish({ found: false, inputs, seconds: (performance.now() - start) / 1000, length: 0 });
    }
    if (first && performance.now() - first.time > shrinkTime) return;
    inputs++;
    length++;
    const answer = await faulty.ask(this.name, this.args);
    const wanted = await right.ask(this.name, this.args);
    if (answer.join() !== wanted.join()) {
      first ??= { inputs, time: performance.now() };
      failing = length;
      throw new Error(`${this.toString()}: ${answer} instead of ${wanted}`);
    }
    if (answer.some((line) => line.includes('"output":"closed"'))) {
      await faulty.reset();
      await right.reset();
    }
  }

  toString() {
    return `${this.name}(${this.args})`;
  }
}

function arbitrary(arg) {
  switch (arg.kind) {
    case 'int': {
      const min = BigInt(arg.low ?? 0);
      const max = BigInt(arg.high ?? 0);
      const safe = BigInt(Number.MAX_SAFE_INTEGER);
      return min >= -safe && max <= safe ? fc.integer({ min: Number(min), max: Number(max) }) : fc.bigInt({ min, max });
    }
    case 'choice':
      return fc.constantFrom(...arg.of);
    case 'key':
      return fc.oneof(fc.constantFrom(...arg.of), fc.string());
  }
  return fc.string();
}

const commands = ops.map((op) => fc.tuple(...(op.args ?? []).map(arbitrary)).map((args) => new Operation(op.name, args)));
const result = await fc.check(
  fc.asyncProperty(fc.commands(commands, { size: '+1' }), async (sequence) => {
    length = 0;
    await fc.asyncModelRun(async () => {
      await faulty.reset();
      await right.reset();
      return { model: {}, real: {} };
    }, sequence);
  }),
  { seed: Number(seed), numRuns: Number(budget) },
);
finish({
  found: result.failed,
  inputs: first ? first.inputs : inputs,
  seconds: ((first ? first.time : performance.now()) - start) / 1000,
  length: failing,
});
