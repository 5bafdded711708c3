// Reads documents from standard input, one in each line, and writes for each what the page shows of its runs, as JSON: the diagram, and the
// values of the variables after each step, and how many messages wait in queues: -1 if that is not known.
import { createInterface } from 'node:readline'
import { follow } from '../src/lib/run.js'
import { scenarios } from '../src/lib/scenario.js'

function states(trace) {
  if (!trace) return []
  const run = follow(trace)
  return Array.from({ length: run.length + 1 }, (_, i) => Object.fromEntries(run.names.map((n) => [n, run.value(n, i)])))
}

function waiting(trace) {
  if (!trace) return []
  const run = follow(trace)
  return Array.from({ length: run.length + 1 }, (_, i) => Object.fromEntries(run.queues.map((q) => [q, run.waiting(q, i) ?? -1])))
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(scenarios(JSON.parse(line)).map(({ name, parties, rows, run }) => ({ name, parties, rows, states: states(run), queues: waiting(run) }))) + '\n')
}
