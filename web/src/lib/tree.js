// A symbolic execution tree: its layout, and what of it is drawn. Nothing here is recursive: trees can be 10,000 deep.
import { Node, tree as tidy } from 'd3-hierarchy'

export const rowHeight = 22
export const columnWidth = 172
export const nodeWidth = 126

// layoutTree returns the nodes with their places: x to the right by depth, y down.
export function layoutTree(nodes) {
  if (nodes.length === 0) return emptyLayout
  const { root, children } = join(nodes)
  tidy().nodeSize([rowHeight, columnWidth]).separation(() => 1)(root)
  const places = new Map()
  let low = Infinity
  let high = -Infinity
  root.each((d) => {
    places.set(d.data.id, { node: d.data, x: d.y, y: d.x, parent: d.parent ? d.parent.data.id : -1 })
    low = Math.min(low, d.x)
    high = Math.max(high, d.x)
  })
  return { places, levels: byLevel(places), width: root.height * columnWidth + nodeWidth, low, high, children }
}

// join joins the nodes, parents before children, to a hierarchy. The function of d3 for that takes quadratic time for deep trees.
function join(nodes) {
  const made = new Map()
  const children = new Map()
  for (const n of nodes) {
    const d = new Node(n)
    const parent = made.get(n.parent)
    made.set(n.id, d)
    if (!parent) continue
    d.parent = parent
    d.depth = parent.depth + 1
    ;(parent.children ??= []).push(d)
    if (!children.has(n.parent)) children.set(n.parent, [])
    children.get(n.parent).push(n)
  }
  for (let i = nodes.length - 1; i > 0; i--) {
    const d = made.get(nodes[i].id)
    if (d.parent) d.parent.height = Math.max(d.parent.height, d.height + 1)
  }
  return { root: made.get(nodes[0].id), children }
}

const emptyLayout = { places: new Map(), levels: [], width: 1, low: 0, high: 1, children: new Map() }

// byLevel lists the places of each depth from top to bottom.
function byLevel(places) {
  const levels = []
  for (const p of places.values()) {
    const i = Math.round(p.x / columnWidth)
    ;(levels[i] ??= []).push(p)
  }
  for (const level of levels) level.sort((a, b) => a.y - b.y)
  return levels
}

// childrenOf lists the children of each state.
export function childrenOf(nodes) {
  const out = new Map()
  for (const n of nodes) {
    const list = out.get(n.parent)
    if (list) list.push(n)
    else out.set(n.parent, [n])
  }
  return out
}

// sizes is the number of states below each. Parents stand before their children.
export function sizes(nodes) {
  const out = new Map(nodes.map((n) => [n.id, 0]))
  for (let i = nodes.length - 1; i > 0; i--) {
    const { id, parent } = nodes[i]
    if (out.has(parent)) out.set(parent, out.get(parent) + out.get(id) + 1)
  }
  return out
}

// unfolded lists the states that are below no folded one. It only looks at those.
export function unfolded(nodes, children, folded) {
  if (folded.size === 0) return nodes
  const out = nodes.slice(0, 1)
  for (let i = 0; i < out.length; i++) {
    if (!folded.has(out[i].id)) for (const n of children.get(out[i].id) ?? []) out.push(n)
  }
  return out
}

// firstFolds are the states to fold so that about limit states near the root are seen.
export function firstFolds(nodes, children, limit) {
  const out = new Set()
  let seen = 1
  let level = nodes.slice(0, 1)
  while (level.length > 0) {
    const next = []
    for (const n of level) {
      const below = children.get(n.id) ?? []
      if (below.length === 0) continue
      if (seen + below.length > limit) {
        out.add(n.id)
        continue
      }
      seen += below.length
      next.push(...below)
    }
    level = next
  }
  return out
}

// finder returns a function that tells whether a state has a text: its place, step, condition, values, input or output. A text such as #12 is
// the number of a state.
export function finder(text) {
  const wanted = text.trim()
  if (/^#\d+$/.test(wanted)) return (n) => n.id === Number(wanted.slice(1))
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
  const has = (t) => t !== undefined && pattern.test(t)
  return (n) => has(n.location) || has(n.move) || has(n.condition) || has(n.values) || has(n.input) || has(n.output) || Boolean(n.store?.some((s) => has(s.name) || has(s.value)))
}

// visible calls f for the places between top and bottom in the columns from left to right, and leaves out those that would be
// drawn over the one before: at least gap lies between two. Those that tell something are never left out.
export function visible(layout, { left, right, top, bottom, gap }, f) {
  const first = Math.max(0, Math.floor((left - nodeWidth) / columnWidth))
  const last = Math.min(layout.levels.length - 1, Math.ceil(right / columnWidth))
  const stride = Math.max(1, Math.floor(gap / columnWidth)) // columns that are narrower than a point are left out, too
  for (let i = first; i <= last; i += stride) {
    const level = layout.levels[i]
    let next = -Infinity
    for (let k = firstBelow(level, top); k < level.length && level[k].y <= bottom; k++) {
      const important = telling(level[k].node)
      if (level[k].y < next && !important) continue
      f(level[k])
      if (!important) next = level[k].y + gap
    }
  }
}

const telling = (n) => Boolean(n.finding || n.covers?.length || n.answer === 'unknown')

// firstBelow is the index of the first place that is not above y.
export function firstBelow(level, y) {
  let low = 0
  let high = level.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (level[middle].y < y) low = middle + 1
    else high = middle
  }
  return low
}

// toneOf is why a state is drawn as it is; the order is that of importance.
export function toneOf(n) {
  if (n.finding) return 'finding'
  if (n.answer === 'unknown') return 'unknown'
  if (n.covers?.length) return 'cover'
  if (n.pruned) return 'pruned'
  if (n.parent < 0) return 'start'
  if (n.unexpanded) return 'unexpanded'
  return 'plain'
}

// pathTo lists the nodes from the root to a node.
export function pathTo(byID, id) {
  const out = []
  for (let n = byID.get(id); n; n = byID.get(n.parent)) out.push(n)
  return out.reverse()
}

// matching returns the ids of nodes that the filter wants.
export function matching(nodes, { transition, answer, depth, text }) {
  const out = new Set()
  const has = text ? finder(text) : null
  for (const n of nodes) {
    if (transition && n.move !== transition) continue
    if (answer && !hasAnswer(n, answer)) continue
    if (depth !== '' && depth != null && n.depth > Number(depth)) continue
    if (has && !has(n)) continue
    out.add(n.id)
  }
  return out
}

function hasAnswer(n, answer) {
  switch (answer) {
    case 'pruned': return Boolean(n.pruned)
    case 'finding': return Boolean(n.finding)
    case 'unexpanded': return Boolean(n.unexpanded)
    case 'terminal': return Boolean(n.terminal)
    case 'covers': return n.covers?.length > 0
    default: return n.answer === answer
  }
}
