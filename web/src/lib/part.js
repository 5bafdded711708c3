// Parts of the graph of a large model: what is near a location, with the other machines folded to one place each.
import { foldGraph, noFolds } from './fold.js'

// large is the number of locations above which a graph is not drawn whole without being asked.
export const large = 40

// wholePart is all of a graph, in the form of a part: places and arrows know their index in the graph.
export const wholePart = (graph) => foldGraph(graph, noFolds)

// nearPart is what lies within some steps of a place, in either direction. A place at its border has the number of neighbours that are left
// out. Every other machine is one place.
export function nearPart(graph, centre, depth, folds = noFolds) {
  const own = graph.places.find((p) => p.id === centre)?.machine ?? ''
  const others = graph.places.map((p) => p.machine ?? '').filter((m) => m !== own)
  const folded = foldGraph(graph, { machines: new Set([...folds.machines, ...others]), regions: folds.regions })
  const neighbours = neighboursOf(folded)
  const near = within(neighbours, folded.standIn(centre)?.id, depth)
  const cut = (p) => [...(neighbours.get(p.id) ?? [])].filter((n) => !near.has(n)).length
  const places = folded.places.filter((p) => near.has(p.id) || p.whole).map((p) => ({ ...p, cut: cut(p) }))
  return { ...folded, places, arrows: folded.arrows.filter((a) => near.has(a.from) && near.has(a.to)) }
}

function neighboursOf(graph) {
  const out = new Map()
  const add = (a, b) => (out.get(a) ?? out.set(a, new Set()).get(a)).add(b)
  for (const a of graph.arrows) {
    add(a.from, a.to)
    add(a.to, a.from)
  }
  return out
}

// within is the set of places that a number of steps reaches.
function within(neighbours, centre, depth) {
  const seen = new Set([centre])
  let edge = [centre]
  for (let i = 0; i < depth && edge.length > 0; i++) {
    edge = edge.flatMap((id) => [...(neighbours.get(id) ?? [])]).filter((id) => !seen.has(id) && seen.add(id))
  }
  return seen
}

// placeNames are the names of all locations, with that of their machine if there are several.
export function placeNames(graph) {
  const several = new Set(graph.places.map((p) => p.machine)).size > 1
  return graph.places.map((p) => (several ? `${p.machine}.${p.name}` : p.name))
}

// findElement is the id of the location or transition with a name, or of the first whose name begins with the text or has it.
export function findElement(graph, text) {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return null
  const all = [
    ...graph.places.map((p, i) => ({ id: `place-${i}`, names: [p.name, `${p.machine ?? ''}.${p.name}`] })),
    ...graph.arrows.map((a, i) => ({ id: `arrow-${i}`, names: [a.name] })),
  ]
  const by = (fits) => all.find((e) => e.names.some((n) => fits(n.toLowerCase())))?.id
  return by((n) => n === wanted) ?? by((n) => n.startsWith(wanted)) ?? by((n) => n.includes(wanted)) ?? null
}
