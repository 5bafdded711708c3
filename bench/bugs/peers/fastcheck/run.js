// Looks for a fault of the bench with fast-check:
//
//   node run.js SERVE SYSTEM FAULT SEED INPUTS SECONDS SHRINK
//
// SERVE is the program bench/bugs/cmd/serve, INPUTS and SECONDS of processor time are the budget, and SHRINK inputs are
// for making a failure shorter. A command is an operation with arguments as values.js draws them;
// sequences are those of fc.commands. The answers are compared with those of the correct system. Prints one JSON object.
import { spawn, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { Earlier, argumentsOf, prepared } from './values.js';

const [serve, system, fault, seed, budget, limit, shrink] = process.argv.slice(2);
const { ops, awkward } = JSON.parse(execFileSync(serve, ['-system', system, '-describe'], { encoding: 'utf8' }));

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

  // Processor time in seconds. /proc has it in ticks of 10 ms.
  used() {
    const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}

const faulty = new System(fault);
const right = new System('');
let inputs = 0;
let length = 0; // of the sequence
let first = undefined; // find
let failing = 0; // length of the last sequence that failed
let looked = performance.now(); // when the processor time was read

// The processor time of the tester and of the systems, in seconds.
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + faulty.used() + right.used();
}

function finish(result) {
  console.log(JSON.stringify(result));
  faulty.end();
  right.end();
  process.exit(0);
}

// Ends the program if the budget is used up before the fault shows. The processor time is read five times a second.
function spend() {
  if (first) return;
  if (inputs >= Number(budget)) finish({ found: false, inputs, seconds: used(), length: 0 });
  if (performance.now() - looked < 200) return;
  looked = performance.now();
  const seconds = used();
  if (seconds >= Number(limit)) finish({ found: false, spent: true, inputs, seconds, length: 0 });
}

class Operation {
  constructor(op, args) {
    this.op = op;
    this.args = args;
  }

  check(earlier) {
    return this.args.resolve(earlier) !== undefined;
  }

  async run(earlier) {
    spend();
    if (first && inputs - first.inputs >= Number(shrink)) return;
    inputs++;
    length++;
    const args = this.args.resolve(earlier);
    const [answer, wanted] = await Promise.all([faulty.ask(this.op.name, args), right.ask(this.op.name, args)]);
    if (answer.join() !== wanted.join()) {
      first ??= { inputs, seconds: used() };
      failing = length;
      throw new Error(`${this.op.name}: ${answer} instead of ${wanted}`);
    }
    earlier.note(this.op, args, answer);
    if (answer.some((line) => line.includes('"output":"closed"'))) await Promise.all([faulty.reset(), right.reset()]);
  }

  toString() {
    return this.op.name;
  }
}

// Operations that throw the state away are called a third as often as others.
const commands = ops.map(prepared).flatMap((op) => {
  const command = argumentsOf(op, awkward).map((args) => new Operation(op, args));
  return op.rare ? [command] : [command, command, command];
});
const result = await fc.check(
  fc.asyncProperty(fc.commands(commands, { size: '+1' }), async (sequence) => {
    length = 0;
    await fc.asyncModelRun(async () => {
      await Promise.all([faulty.reset(), right.reset()]);
      return { model: new Earlier(), real: {} };
    }, sequence);
  }),
  { seed: Number(seed), numRuns: Number(budget) },
);
if (result.failed && !first) throw result.errorInstance;
const late = first && first.seconds > Number(limit);
finish({
  found: result.failed && !late,
  inputs: first ? first.inputs : inputs,
  seconds: first ? first.seconds : used(),
  length: failing,
});
