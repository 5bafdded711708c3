// Reads a tree from standard input and writes the run to each of its states, as the page puts it together, as JSON, one in each line.
import { readFileSync } from 'node:fs'
import { runTo } from '../src/lib/run.js'

const tree = JSON.parse(readFileSync(0))
const paths = [] // by state: those on the way to it
for (const n of tree.nodes) {
  paths[n.id] = [...(paths[n.parent] ?? []), n]
  process.stdout.write(JSON.stringify(runTo(tree, paths[n.id])) + '\n')
}
