// A run of the model, to be looked at step by step: what holds after each step. Values, places and instants are kept where they change and
// found by search, so that runs of many thousands of steps can be gone through. In a run that explains what was observed, some values may not be
// known, and a machine may be in one of several places.
import { minus, plus } from './real.js'

// follow prepares a run: after(i) is what holds after i steps, from 0. Places and arrows are ids of elements of the graph, which may be absent.
export function follow(trace, graph) {
  const steps = trace.steps ?? []
  const values = valuesOf(trace)
  const { places, arrows } = placesOf(trace, graph)
  const instants = instantsOf(steps)
  const queues = queuesOf(trace)
  const clocks = new Set((trace.start?.variables ?? []).filter((v) => v.clock).map((v) => v.name))
  const value = (name, i) => {
    const entry = entryAt(values.get(name), i)
    const grows = clocks.has(name) && entry && !entry.open && instants[i] !== instants[entry.step]
    return grows ? plus(entry.text, minus(instants[i], instants[entry.step])) : entry?.text
  }
  return {
    length: steps.length,
    names: [...values.keys()],
    clocks,
    queues: [...queues.keys()],
    waiting: (name, i) => waitingOf(entryAt(queues.get(name), i)),
    refilled: (name, i) => i > 0 && changeAt(queues.get(name), i) !== undefined,
    value,
    changesOf: (name) => values.get(name).map((entry) => entry.step),
    change: (name, i) => (i > 0 ? changeAt(values.get(name), i) : undefined),
    places: (i) => [...places.values()].flatMap((list) => entryAt(list, i)?.ids ?? []),
    open: (name, i) => entryAt(values.get(name), i)?.open ?? false,
    arrows: (i) => arrows[i - 1] ?? [],
  }
}

// runTo is the run to the last state of a path from the root, put together from what the runs to these states have of their own; null if the tree
// does not have it.
export function runTo(tree, path) {
  if (path.length === 0 || path.some((n) => !n.run)) return null
  const out = { machines: tree.machines, steps: [] }
  for (const { run } of path) {
    if (run.start) Object.assign(out, { start: run.start, initial: run.initial })
    out.steps.length = run.keeps ?? 0
    out.steps.push(...(run.steps ?? []))
  }
  return out
}

// valuesOf lists for each variable the steps that change it, with its text after them.
function valuesOf(trace) {
  const out = new Map((trace.start?.variables ?? []).map((v) => [v.name, [{ step: 0, text: v.text, open: v.open }]]))
  const add = (name, entry) => (out.get(name) ?? out.set(name, []).get(name)).push(entry)
  ;(trace.steps ?? []).forEach((s, i) => {
    if (s.changes) for (const c of s.changes) add(c.variable, { step: i + 1, text: c.after.text, open: c.after.open, before: c.before.text })
    else for (const [name, text] of Object.entries(s.values ?? {})) add(name, { step: i + 1, text })
  })
  return out
}

// queuesOf lists for each queue the steps that change how many messages wait in it.
function queuesOf(trace) {
  const entry = (q, step) => ({ step, count: q.waiting, open: q.open })
  const out = new Map((trace.start?.queues ?? []).map((q) => [q.channel, [entry(q, 0)]]))
  ;(trace.steps ?? []).forEach((s, i) => s.queues?.forEach((q) => out.get(q.channel)?.push(entry(q, i + 1))))
  return out
}

// waitingOf is a number of messages, undefined if it is not known.
const waitingOf = (entry) => (entry?.open ? undefined : entry?.count)

// instantsOf are the instants of the start and of each step; a step whose instant is not known has that of the step before.
function instantsOf(steps) {
  const out = ['0']
  for (const s of steps) out.push(s.at ?? out.at(-1))
  return out
}

// placesOf lists for each machine the steps that move it, and for each step the arrows that it takes.
function placesOf(trace, graph) {
  const steps = trace.steps ?? []
  const places = new Map()
  const ids = new Map((graph?.places ?? []).map((p, i) => [p.id, `place-${i}`]))
  for (const p of graph?.places ?? []) if (p.initial) places.set(p.machine ?? '', [{ step: 0, ids: [ids.get(p.id)] }])
  // said notes the places that a step names, of each machine for each explanation.
  const said = (rows, step) => {
    for (const [m, found] of namedPlaces(graph, trace.machines, rows)) {
      const list = places.get(m) ?? places.set(m, []).get(m)
      if (found.join() !== list.at(-1)?.ids.join()) list.push({ step, ids: found })
    }
  }
  if (trace.start?.locations) said(trace.start.locations, 0)
  const named = grouped((graph?.arrows ?? []).map((a, i) => ({ ...a, id: `arrow-${i}` })), (a) => a.name)
  const arrows = steps.map((s, i) => {
    const taken = (s.parts ?? []).flatMap((part) => {
      const list = places.get(part.machine ?? '') ?? []
      const all = named.get(part.transition) ?? []
      const arrow = all.find((a) => list.at(-1)?.ids.includes(ids.get(a.from))) ?? all[0]
      if (arrow) list.push({ step: i + 1, ids: [ids.get(arrow.to)] })
      return arrow ? [arrow.id] : []
    })
    if (s.locations) said(s.locations, i + 1)
    return taken
  })
  return { places, arrows }
}

// namedPlaces are the ids of the places of each machine with the names that the rows have, one row for each possibility.
export function namedPlaces(graph, machines, rows) {
  const all = (graph?.places ?? []).map((p, i) => ({ ...p, element: `place-${i}` }))
  return (machines ?? ['']).map((m, k) => {
    const names = new Set(rows.map((r) => r[k]))
    return [m, all.filter((p) => (p.machine ?? '') === m && names.has(p.name)).map((p) => p.element)]
  })
}

// grouped is Map.groupBy, which not every engine that runs this has.
function grouped(list, keyOf) {
  const out = new Map()
  for (const x of list) (out.get(keyOf(x)) ?? out.set(keyOf(x), []).get(keyOf(x))).push(x)
  return out
}

// entryAt is the last entry up to a step.
function entryAt(list, step) {
  let low = 0
  let high = list?.length ?? 0
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle].step <= step) low = middle + 1
    else high = middle
  }
  return list?.[low - 1]
}

function changeAt(list, step) {
  const entry = entryAt(list, step)
  return entry?.step === step ? entry : undefined
}

// number reads a number of the language, a fraction too.
export function number(text) {
  const [a, b] = String(text ?? 0).split('/').map(Number)
  return b ? a / b : a
}

// size is what a lane shows of a value: a number, whether something holds, or how many elements there are; NaN of others.
export function size(text) {
  if (text === 'true' || text === 'false') return Number(text === 'true')
  if (/^-?\d+(\.\d+)?(\/\d+)?$/.test(text ?? '')) return number(text)
  return NaN
}

// stepCount is the number of steps of a scenario.
export const stepCount = (s) => (s.rows.length > 0 ? s.rows.at(-1).step + 1 : 0)

// firstDifference is the first step, from 1, in which two scenarios do not exchange the same messages between the same parties by the same
// transitions; 0 if there is none.
export function firstDifference(a, b) {
  const [left, right] = [a, b].map((s) => grouped(s.rows, (r) => r.step))
  const count = Math.max(stepCount(a), stepCount(b))
  for (let i = 0; i < count; i++) if (wordsOf(a, left.get(i)) !== wordsOf(b, right.get(i))) return i + 1
  return 0
}

function wordsOf(scenario, rows) {
  const names = (list) => list?.map((i) => scenario.parties[i])
  return JSON.stringify((rows ?? []).map((r) => [scenario.parties[r.from], names(r.to), scenario.parties[r.on], r.run ?? r.text, r.transition]))
}

// firstOtherValue is the first step, from 0, after which two runs give a variable that both have another value; undefined if there is none.
// Clocks are left out, because time passes in every step.
export function firstOtherValue(a, b) {
  const last = Math.min(a.length, b.length)
  const steps = a.names.filter((n) => b.names.includes(n) && !a.clocks.has(n)).flatMap((n) => {
    const at = [...a.changesOf(n), ...b.changesOf(n)].sort((x, y) => x - y)
    return at.find((i) => i <= last && a.value(n, i) !== b.value(n, i)) ?? []
  })
  return steps.length > 0 ? Math.min(...steps) : undefined
}

// findStep is the next step after one, from 1, whose messages, transition or changed variables have a text; the search begins again at the
// front. It is 0 if there is none.
export function findStep(scenario, after, text) {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return 0
  const has = (words) => words.some((w) => w?.toLowerCase().includes(wanted))
  const steps = new Set(scenario.rows.filter((r) => has([r.text, r.run, r.transition, r.location])).map((r) => r.step + 1))
  ;(scenario.run?.steps ?? []).forEach((s, i) => has((s.changes ?? []).map((c) => c.variable)) && steps.add(i + 1))
  const list = [...steps].sort((a, b) => a - b)
  return list.find((s) => s > after) ?? list[0] ?? 0
}
