// Graphs in which machines and regions are folded to one place each, as "sextant graph --fold" draws them: a test compares both. What the
// regions are comes with the graph: each place has the one at which the region that it lies in is entered.

// Folds are the names of machines, and the ids of the places at which regions are entered.
export const noFolds = { machines: new Set(), regions: new Set() }

const caches = new WeakMap()

// shapeOf has, for each place of a graph, its index, the index of the place above it, and how many places its region has.
function shapeOf(graph) {
  const known = caches.get(graph)
  if (known) return known
  const number = new Map(graph.places.map((p, i) => [p.id, i]))
  const above = graph.places.map((p) => number.get(p.region) ?? -1)
  const size = graph.places.map(() => 0)
  for (let i = 0; i < above.length; i++) for (let at = i; at >= 0; at = above[at]) size[at]++
  const shape = { number, above, size }
  caches.set(graph, shape)
  return shape
}

// foldAt is the region that is folded at a place, as its id and its size: its own, or, if it is the only place in that, the one that it lies
// in; nothing if there is none.
export function foldAt(graph, id) {
  const { number, above, size } = shapeOf(graph)
  let at = number.get(id) ?? -1
  if (size[at] === 1) at = above[at]
  return at >= 0 ? { id: graph.places[at].id, name: graph.places[at].name, size: size[at] } : null
}

// foldMore are the folds with one more: the machine of a place, or the region that is folded there.
export function foldMore(graph, folds, place, whole) {
  if (whole) return { ...folds, machines: new Set([...folds.machines, place.machine ?? '']) }
  const region = foldAt(graph, place.id)
  return region ? { ...folds, regions: new Set([...folds.regions, region.id]) } : folds
}

// foldsWithout are the folds that leave a place to be seen.
export function foldsWithout(graph, folds, place) {
  const { number, above } = shapeOf(graph)
  const machines = new Set(folds.machines)
  const regions = new Set(folds.regions)
  machines.delete(place.machine ?? '')
  for (let at = number.get(place.id) ?? -1; at >= 0; at = above[at]) regions.delete(graph.places[at].id)
  return { machines, regions }
}

// foldGraph folds machines and regions. Places and arrows have their index in the graph, or that of the first that they stand for; a folded
// place has the names of the arrows inside it. standIn is the place that is drawn for the one with an id.
export function foldGraph(graph, folds) {
  const drawn = standIns(graph, folds)
  const places = new Map()
  graph.places.forEach((p, index) => drawn[index] === index && places.set(p.id, { ...p, index }))
  const standing = graph.places.map((p, i) => places.get(graph.places[drawn[i]].id))
  graph.places.forEach((p, i) => {
    const stands = standing[i]
    if (stands.index === i) return
    stands.folded = (stands.folded ?? 1) + 1
    if (p.initial) stands.initial = true
  })
  for (const p of places.values()) settle(p, graph, folds)
  const { number } = shapeOf(graph)
  const standIn = (id) => standing[number.get(id)]
  return { ...graph, places: [...places.values()], arrows: merged(graph, standIn), standIn }
}

function settle(p, graph, folds) {
  if (folds.machines.has(p.machine ?? '')) {
    Object.assign(p, { whole: true, folded: p.folded ?? 1, name: p.machine || graph.name })
    delete p.initial
  }
  if (!p.folded) return
  delete p.final
  delete p.while
  delete p.urgency
}

// standIns has, for each place, the index of the one that is drawn for it.
function standIns(graph, folds) {
  const { above } = shapeOf(graph)
  const first = new Map()
  graph.places.forEach((p, i) => {
    const name = p.machine ?? ''
    if (folds.machines.has(name) && (p.initial || !first.has(name))) first.set(name, i)
  })
  return graph.places.map((p, i) => {
    let out = i
    for (let at = i; at >= 0; at = above[at]) if (folds.regions.has(graph.places[at].id)) out = at
    return first.get(p.machine ?? '') ?? out
  })
}

function merged(graph, standIn) {
  const out = []
  const groups = new Map()
  graph.arrows.forEach((a, index) => {
    const [from, to] = [standIn(a.from), standIn(a.to)]
    if (!from || !to) return
    const arrow = { ...a, index, from: from.id, to: to.id }
    const key = JSON.stringify([from.id, to.id])
    if (!from.folded && !to.folded) out.push(arrow)
    else if (from === to) {
      from.inner = (from.inner ?? 0) + 1
      ;(from.inside ??= []).push(a.name)
    } else if (groups.has(key)) join(groups.get(key), a, index)
    else {
      groups.set(key, arrow)
      out.push(arrow)
    }
  })
  return out
}

// join makes an arrow stand for one transition more.
function join(arrow, a, index) {
  if (!arrow.merged) {
    const { from, to, name, file, line, column } = arrow
    const first = arrow.index
    for (const key of Object.keys(arrow)) delete arrow[key]
    Object.assign(arrow, { from, to, index: first, merged: [name], indices: [first] }, file && { file }, line && { line }, column && { column })
  }
  arrow.merged.push(a.name)
  arrow.indices.push(index)
  arrow.name = `${arrow.merged.length} transitions`
}
