// Reads graphs with what is folded in them from standard input, one in each line, and writes each as the page folds it.
import { createInterface } from 'node:readline'
import { foldGraph } from '../src/lib/fold.js'

const bare = ({ index, indices, inside, ...rest }) => rest

for await (const line of createInterface({ input: process.stdin })) {
  const { graph, machines, regions } = JSON.parse(line)
  const folded = foldGraph(graph, { machines: new Set(machines), regions: new Set(regions) })
  process.stdout.write(JSON.stringify({ ...folded, places: folded.places.map(bare), arrows: folded.arrows.map(bare) }) + '\n')
}
