// Reads documents from standard input, one in each line, and writes for each the diagrams that the page draws of its runs, as JSON.
import { createInterface } from 'node:readline'
import { diagram, scenarios } from '../src/lib/scenario.js'

const drawn = (doc) => [
  ...scenarios(doc),
  ...(doc.classes ?? []).filter((c) => c.trace).map((c) => diagram(c.trace)),
  ...(Array.isArray(doc.answers) ? doc.answers : []).filter((a) => a.run).map((a) => diagram(a.run)),
]

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(drawn(JSON.parse(line)).map(({ name, parties, rows }) => ({ name, parties, rows }))) + '\n')
}
