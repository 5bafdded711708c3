// Models and abstractions in the language of Graphviz. Colours are left to the style sheet: elements have classes.
import { trim } from './format.js'

export const quote = (text) => '"' + String(text).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\r?\n/g, ' ') + '"'

const html = (text) => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/[\u0000-\u0008\u000b-\u001f]/g, ' ')

// begin begins a graph; direction is TB or LR.
const begin = (direction) => [
  'digraph model {',
  `  graph [rankdir=${direction}, bgcolor="transparent", fontname="Arial", fontsize=12, pad=0.15, nodesep=0.3, ranksep=0.45]`,
  '  node [shape=box, style=rounded, fontname="Arial", fontsize=12, height=0.4, margin="0.14,0.07"]',
  '  edge [fontname="Arial", fontsize=10, arrowsize=0.7, labelfloat=false]',
]

// quickly keeps the time for large graphs near linear, at the price of straight lines.
const quickly = '  graph [nslimit=0.3, nslimit1=0.3, mclimit=0.05, splines=line]'
const many = 150

// modelDot draws a part of a graph, whose elements have their index in the whole. statuses is by transition; detail is names, guards or all.
export function modelDot(graph, statuses, detail, direction) {
  const lines = begin(direction)
  if (graph.places.length > many) lines.push(quickly)
  const machines = [...new Set(graph.places.map((p) => p.machine ?? ''))]
  const loops = new Map()
  for (const a of graph.arrows) if (a.from === a.to) loops.set(a.from, [...(loops.get(a.from) ?? []), a.index])
  machines.forEach((m, i) => lines.push(...cluster(graph, statuses, m, i, machines.length > 1, loops)))
  const numbers = new Map(graph.places.map((p, i) => [p.id, i]))
  for (const a of graph.arrows) {
    const from = numbers.get(a.from)
    const to = numbers.get(a.to)
    if (from === undefined || to === undefined) continue
    const status = statusOf(a, statuses)
    const kind = (status ? 'status-' + status : 'status-none') + (a.merged ? ' merged' : '')
    const label = arrowLabel(a, status, detail, statuses)
    if (from === to && loops.get(a.from).length > 1) lines.push(...stub(a.index, from, kind, label))
    else lines.push(`  p${from} -> p${to} [id="arrow-${a.index}", class="${kind}", label=<${label}>]`)
  }
  lines.push(...linkLines(graph), '}')
  return lines.join('\n')
}

// statusOf is the status of an arrow: of one that stands for several transitions, that which all of them have.
function statusOf(a, statuses) {
  const all = new Set((a.merged ?? [a.name]).map((name) => statuses[name]?.status))
  return all.size === 1 ? [...all][0] : undefined
}

// linkLines draws the channels between machines that are folded.
function linkLines(graph) {
  const whole = new Map(graph.places.map((p, i) => [p.whole ? p.machine : null, i]))
  const pairs = new Map()
  for (const l of graph.links ?? []) {
    if (!whole.has(l.from) || !whole.has(l.to)) continue
    const pair = `p${whole.get(l.from)} -> p${whole.get(l.to)}`
    pairs.set(pair, [...(pairs.get(pair) ?? []), l.channel])
  }
  const label = (channels) => (channels.length > 3 ? `${channels.length} channels` : channels.join(', '))
  return [...pairs].map(([pair, channels]) => `  ${pair} [class="link", arrowhead=vee, label=${quote(`  ${trim(label(channels), 40)}  `)}]`)
}

// stub draws one of several loops at a place as a line to its label and back, because nested loops lie over their labels.
const stub = (i, place, kind, label) => [
  `  loop${i} [id="arrow-${i}", shape=plain, fontsize=10, class="edge loop ${kind}", label=<${label}>]`,
  ...thereAndBack(`p${place}`, `loop${i}`, kind),
]

// thereAndBack draws two lines between a place and the label of a loop; the second has an arrow at the place.
const thereAndBack = (place, label, kind) => [
  `  ${place} -> ${label} [class=${quote(kind)}, dir=none]`,
  `  ${place} -> ${label} [class=${quote(kind)}, dir=back, arrowtail=normal]`,
]

function cluster(graph, statuses, machine, number, several, loops) {
  const framed = several && !graph.places.some((p) => p.whole && (p.machine ?? '') === machine)
  const lines = framed ? [`  subgraph cluster_${number} { class="machine"; label=${quote(machine)}; labeljust=l; style=rounded;`] : []
  graph.places.forEach((p, i) => {
    if ((p.machine ?? '') !== machine) return
    const kinds = ['place', p.initial ? 'initial' : '', p.folded ? 'folded' : ''].filter(Boolean).join(' ')
    lines.push(`  p${i} [id="place-${p.index}", class=${quote(kinds)}, peripheries=${p.final ? 2 : 1}, label=<${placeLabel(p, statuses)}>]`)
    if (loops.get(p.id)?.length > 1) lines.push(...loops.get(p.id).map((k) => `  loop${k}`)) // inside the frame
    if (p.initial) lines.push(`  start${i} [shape=point, class="start", width=0.12, label=""]`, `  start${i} -> p${i} [class="start", arrowsize=0.6]`)
  })
  if (framed) lines.push('  }')
  return lines
}

const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`

function placeLabel(p, statuses) {
  const inside = p.folded && [count(p.folded, 'location'), p.inner && count(p.inner, 'transition')].filter(Boolean).join(', ')
  const extra = [p.while && `while ${p.while}`, p.urgency, inside, coveredOf(p.inside ?? [], statuses), p.cut && `+ ${p.cut} more`].filter(Boolean)
  const small = extra.map((t) => `<br/><font point-size="9">${html(trim(t, 40))}</font>`)
  return `<b>${html(trim(p.name, 40))}</b>${small.join('')}`
}

// coveredOf says how many of some transitions are covered, if statuses are known and not all are.
function coveredOf(names, statuses) {
  const known = names.filter((n) => statuses[n])
  const covered = known.filter((n) => statuses[n].status === 'covered').length
  return covered < known.length ? `${covered} of ${known.length} covered` : ''
}

const marks = { covered: '', prefix: '› ', 'not-reached': '✗ ', 'only-through-error': '! ', unreachable: '∅ ', blocked: '⊘ ', 'not-testable': '~ ', unknown: '? ' }

function arrowLabel(a, status, detail, statuses) {
  const lines = [`<b>${html(marks[status] ?? '')}${html(trim(a.name, 40))}</b>`]
  const covered = a.merged && !status ? coveredOf(a.merged, statuses) : ''
  if (covered) lines.push(covered)
  const length = detail === 'all' ? 60 : 34
  if (detail !== 'names') {
    if (a.input) lines.push(html(trim('? ' + a.input, length)))
    if (a.guard) lines.push(html(trim(`[${a.guard}]`, length)))
    if (a.rate) lines.push(html(trim(`rate ${a.rate}`, length)))
    if (a.weight) lines.push(html(trim(`with probability ${a.weight}`, length)))
  }
  if (detail === 'all') {
    if (a.action) lines.push(html(trim(a.action, length)))
    if (a.output) lines.push(html(trim('! ' + a.output, length)))
  }
  // Where Arial is not installed, another font is wider.
  const wider = Math.max(...lines.map((l) => l.replace(/<[^>]*>|&/g, '').length))
  const rows = lines.map((l) => `<tr><td width="5"></td><td align="left">${l}</td><td width="${wider}"></td></tr>`).join('')
  return `<table border="0" cellborder="0" cellspacing="0" cellpadding="1">${rows}</table>`
}

// abstractDot draws an abstraction: lines are solid if the transition is a must of some kind, dashed if it is only a may; the marks
// + and - say which. What the tests take is green; the steps of the chosen test have numbers.
export function abstractDot(set, test, direction) {
  const taken = takenEdges(set, test)
  const visited = new Set((set.tests ?? []).flatMap((t) => t.states))
  const lines = [...begin(direction), `  qd0 [id="state-qd0", shape=oval, class="derived", label=<<b>qd0</b><br/><font point-size="9">reachable in few steps</font>>]`]
  set.abstraction.stateList.forEach((q, i) => {
    const parts = stateParts(set.predicates?.list ?? [], q).map((t) => `<br/><font point-size="10">${html(trim(t, 40))}</font>`)
    const kinds = ['place', visited.has(q.name) ? 'visited' : '', q.initial ? 'initial' : ''].join(' ')
    lines.push(`  ${quote(q.name)} [id="state-${i}", class=${quote(kinds)}, peripheries=${q.initial ? 2 : 1}, label=<<b>${html(q.name)}</b>${parts.join('')}>]`)
  })
  const edges = abstractEdges(set)
  const loops = (name) => edges.filter((e) => e.from === name && e.to === name).length
  edges.forEach((e, i) => lines.push(...abstractLine(e, i, taken[edgeKey(e.from, e.event, e.to)], e.from === e.to && loops(e.from) > 1)))
  lines.push('}')
  return lines.join('\n')
}

export const abstractEdges = (set) => [...(set.derived?.transitions ?? []), ...set.abstraction.transitions]

const edgeKey = (from, event, to) => JSON.stringify([from, event, to])

function takenEdges(set, test) {
  const out = {}
  ;(set.tests ?? []).forEach((t, i) => {
    ;(t.trace?.steps ?? []).forEach((s, k) => {
      const sources = t.chain >= 0 && k === t.prefix ? ['qd0', t.states[k]] : [t.states[k]]
      for (const from of sources) {
        const edge = (out[edgeKey(from, s.transition, t.states[k + 1])] ??= { steps: [] })
        if (i === test) edge.steps.push(k + 1)
      }
    })
  })
  return out
}

function abstractLine(e, i, taken, asStub) {
  const must = e.mustPlus?.answer === 'proved' || e.mustMinus?.answer === 'proved'
  const kinds = [must ? 'must' : 'may', taken ? 'taken' : '', taken?.steps.length ? 'chosen' : ''].join(' ')
  const numbers = taken?.steps.length ? ` (${taken.steps.join(', ')})` : ''
  const label = `${trim(e.event, 40)} ${modalities(e)}`.trim() + numbers
  if (!asStub) return [`  ${quote(e.from)} -> ${quote(e.to)} [id="edge-${i}", class=${quote(kinds)}, label=${quote('  ' + label + '  ')}]`]
  return [
    `  loop${i} [id="edge-${i}", shape=plain, fontsize=10, class=${quote('edge loop ' + kinds)}, label=${quote(label)}]`,
    ...thereAndBack(quote(e.from), `loop${i}`, kinds),
  ]
}

// modalities: + for a proved must+, − for a proved must-, each with ? if it is not known.
export function modalities(e) {
  const mark = (answer, sign) => ({ proved: sign, unknown: sign + '?' })[answer?.answer] ?? ''
  return mark(e.mustPlus, '+') + mark(e.mustMinus, '−')
}

function stateParts(predicates, q) {
  const short = predicates.every((p) => p.length < 32)
  const names = predicates.map((p, i) => (short ? p : `p${i}`))
  const parts = q.location ? [`at ${q.location}`] : []
  q.truth.forEach((holds, i) => parts.push(holds ? names[i] : names[i].includes(' ') ? `not (${names[i]})` : `not ${names[i]}`))
  return parts
}
