// Scenarios: everything that a document has of concrete runs, in one form for the sequence diagrams.
//
//   { name, group, loop, verdict, evidence, run, parties, rows, allowed, notes, shrink, replay, rerun, products, possible }
//   run is the run of the model in the document, if it has one
//   loop is the first step, from 0, of those at the end that can repeat forever
//   products are those that have it; if possible is set, those that explain everything before the failing step
//   parties are the names of the lifelines, the first is the tester
//   row: { step, from, to, text, transition, location, at, open, when, where, expected, bad }
//   step is the index of the step in the document; from and to are indices of parties. A row without from comes from a queue, and one
//   without to goes to a queue; a pause has neither, and stands at a party: { step, on, text, ... }
import { message } from './format.js'
import { runTo } from './run.js'

export function scenarios(doc) {
  if (!doc || typeof doc !== 'object') return []
  return [
    ...failures(doc),
    ...knownTests(doc),
    ...findings(doc),
    ...logFindings(doc),
    ...broken(doc),
    ...operations(doc),
    ...classes(doc),
    ...violations(doc),
    ...generated(doc),
  ]
}

const foundMark = '-found'

// keyOf is the key of a scenario, which links have: its number, from 1, with a mark for a failure as it was found, before it was shrunk.
export const keyOf = (index, found) => `${index + 1}${found ? foundMark : ''}`

// keysOf lists the keys of all scenarios.
export const keysOf = (list) => list.flatMap((s, i) => (s.original ? [keyOf(i), keyOf(i, true)] : [keyOf(i)]))

// scenarioAt is the scenario with a key; undefined if there is none.
export function scenarioAt(list, key) {
  const s = list[parseInt(key) - 1]
  if (!key.endsWith(foundMark)) return s
  return s?.original && { ...s, ...s.original, name: `${s.name} as it was found` }
}

const stateMark = 'state-'

// stateScenario is the run to the last state of a path from the root of a tree; null if the tree does not have it.
export function stateScenario(tree, path) {
  const run = runTo(tree, path)
  const last = path.at(-1)
  return run && { name: `state #${last.id}`, key: stateMark + last.id, ...diagram(run) }
}

// runAt is the run of a record with a key: that of a scenario, or that to a state of the tree; undefined if there is none.
export function runAt(record, key) {
  if (!key.startsWith(stateMark)) return scenarioAt(scenarios(record.document), key)?.run
  const nodes = record.tree?.nodes ?? []
  const path = []
  for (let n = nodes[Number(key.slice(stateMark.length))]; n; n = nodes[n.parent]) path.unshift(n)
  return stateScenario(record.tree, path)?.run
}

// partnerOf is the key of the scenario to lay beside another: the one of the same name, otherwise the first.
export function partnerOf(list, name) {
  const keys = keysOf(list)
  return keys.find((k) => scenarioAt(list, k).name === name) ?? keys[0] ?? ''
}

// pairs lists the scenarios of two records, each with its key and beside the one of the same group and name. What is left over is paired in
// its order.
export function pairs(a, b) {
  const keyed = (list) => list.map((s, i) => ({ ...s, key: keyOf(i) }))
  const rest = keyed(b)
  const partner = (s) => {
    const i = rest.findIndex((t) => t.name === s.name && t.group === s.group)
    return i < 0 ? undefined : rest.splice(i, 1)[0]
  }
  const out = keyed(a).map((s) => [s, partner(s)]).map(([s, t]) => [s, t ?? rest.shift()])
  return [...out, ...rest.map((t) => [undefined, t])]
}

// failures of a run; a run without any shows its own trace.
function failures(doc) {
  const replay = doc.replay
  if (doc.failures?.length) {
    return doc.failures.map((f, i) => ({
      name: `failure ${i + 1}`,
      group: 'Failures',
      verdict: f.verdict,
      evidence: f.evidence,
      ...tested(f),
      allowed: f.allowed ?? [],
      notes: failureNotes(f),
      shrink: f.shrink,
      original: f.original ? tested({ ...f, trace: f.original, run: f.originalRun }) : null,
      replay: f.replay ?? replay,
      products: f.products,
      possible: true,
      file: f.file,
    }))
  }
  if (!Array.isArray(doc.trace) || doc.trace.length === 0) return []
  return [{ name: 'last test', group: 'Run', verdict: doc.verdict, evidence: doc.evidence, ...tested(doc), allowed: doc.allowed ?? [], notes: regionNotes(doc), replay }]
}

function failureNotes(f) {
  const notes = regionNotes(f)
  const r = f.repeats
  if (r) notes.push(`repeated: failed ${r.failed}, passed ${r.passed}, inconclusive ${r.inconclusive}${r.other ? `, failed otherwise ${r.other}` : ''}`)
  if (f.continue) notes.push(`make it shorter: ${f.continue}`)
  return notes
}

const regionNotes = (x) => (x.regions ?? []).map((r) => r.text)

// tested draws what was observed of a system: with the run of the model that explains it, if the document has it.
function tested(test) {
  if (!test.run) return observed(test.trace, test)
  const d = diagram(test.run)
  const wrong = test.run.steps.at(-1)?.kind === 'wrong' || test.verdict === 'fail' || test.verdict === 'flaky'
  if (wrong) mistaken(d.rows, test, d.parties.length > 2 ? d.parties.length - 1 : 1)
  return d
}

// mistaken marks the last row as the one that is wrong; a silence that is has a row of its own, on a lifeline.
function mistaken(rows, { allowed, kind }, on) {
  if (rows.length === 0) return
  if (kind === 'silence' && rows.at(-1).from === 0) rows.push({ step: rows.at(-1).step + 1, on, text: 'silence' })
  rows.at(-1).bad = true
  rows.at(-1).expected = (allowed ?? []).map((a) => a.text)
}

// liveScenario draws what a test that goes on has exchanged last.
export const liveScenario = (live) => ({ name: `test ${live.test}`, ...observed(live.trace, {}) })

// observed draws the events of a system; the last one is the bad one if the verdict is wrong.
function observed(events, { verdict, allowed, kind }) {
  const wrong = verdict === 'fail' || verdict === 'flaky'
  const rows = (events ?? []).map((e, step) => ({ step, ...exchanged(e), at: e.at, line: e.line }))
  if (wrong) mistaken(rows, { allowed, kind }, 1)
  return { parties: ['tester', 'system'], rows }
}

// exchanged draws an event.
function exchanged(e) {
  if (e.kind === 'input') return { from: 0, to: [1], text: message(e) }
  if (e.kind === 'output') return { from: 1, to: [0], text: message(e) }
  return { on: 1, text: e.kind === 'quiescence' ? 'silence' : e.kind }
}

// knownTests: stored tests that were run again.
function knownTests(doc) {
  const list = [...(doc.known ?? []), ...(Array.isArray(doc.tests) ? doc.tests : []).filter((t) => t.verdict && t.file)]
  return list.map((t) => ({
    name: t.file.split('/').at(-1),
    group: 'Stored tests',
    verdict: t.verdict,
    evidence: t.evidence,
    ...tested(t),
    allowed: [],
    notes: [],
    file: t.file,
  }))
}

// findings of a model, with the trace that shows each.
function findings(doc) {
  return (doc.findings ?? [])
    .filter((f) => f.trace?.steps)
    .map((f) => ({
      name: f.kind,
      group: 'Findings',
      verdict: f.assumes?.length ? 'possible' : 'finding',
      evidence: f.message,
      ...marked(diagram(f.trace)),
      initial: f.trace.initial,
      allowed: [],
      notes: (f.assumes ?? []).map((a) => `assumes ${a}`),
      replay: f.replay,
      products: f.products,
      place: f,
    }))
}

// marked marks the last step of a diagram as the bad one.
function marked(d) {
  if (d.rows.length > 0) d.rows.at(-1).bad = true
  return d
}

// diagram draws a run of the model: for each step its input, the messages between machines, and its outputs; a step without any is a
// pause. expect is by step what a test expects of the system. What is known of the system only, and not of a machine, has a lifeline of its own.
export function diagram(trace, expect = []) {
  const parties = ['tester', ...(trace.machines ?? ['system'])]
  if (trace.machines && trace.steps?.some((s) => s.kind || s.outputs?.some((o) => !o.from))) parties.push('system')
  const place = (name) => parties.indexOf(name || 'system', 1)
  const all = (names) => names?.map(place) ?? (parties.includes('system', 1) ? [place('system')] : [])
  // A message between machines that nobody receives has no end; it can only be the system where the machine has no name.
  const inner = (names) => (names || !trace.machines ? all(names) : [])
  const rows = (trace.steps ?? []).flatMap((s, step) => rowsOf(s, place, all, inner, expect[step]).map((r) => ({ step, ...r })))
  if (trace.wait) rows.push({ step: trace.steps.length, on: 1, text: `wait ${trace.wait.for}`, at: trace.wait.at })
  return { run: trace, parties, rows, loop: trace.loop ? trace.steps.length - trace.loop : undefined }
}

// rowsOf draws a step; place returns the lifeline of a machine, all those of some, and inner those of some that receive from another one.
function rowsOf(s, place, all, inner, expected) {
  const rows = []
  if (s.input) rows.push({ from: 0, to: all(s.input.to), text: message(s.input) })
  for (const m of s.inner ?? []) rows.push({ from: m.taken ? undefined : place(m.from), to: m.queued ? undefined : inner(m.to), text: message(m) })
  s.outputs?.forEach((o, i) => rows.push({ from: place(o.from), to: [0], ...outputOf(o, expected?.outputs?.[i]) }))
  if (rows.length === 0) rows.push({ on: place(s.parts?.[0]?.machine), text: s.kind ? quiet(s) : internal(s) })
  rows[0] = { transition: s.transition || words[s.kind], location: s.location, at: s.at, line: s.line, open: expected?.open, when: expected?.when, ...rows[0] }
  return rows
}

// outputOf is the text of an output: as it is expected, if the model leaves some of it open, and otherwise as it is in the run.
function outputOf(o, expected) {
  if (!expected?.payload?.includes(null)) return { text: message(o) }
  return { text: outputText(expected), run: message(o), where: [...(expected.where ?? []), ...(expected.unseen ?? [])] }
}

// words are what stands in the place of a transition.
const words = { open: 'several explanations', wrong: 'no explanation' }

const quiet = (s) => (s.kind === 'reset' ? 'reset' : 'silence')

function internal(s) {
  const chosen = Object.entries(s.chosen ?? {}).map(([k, v]) => `${k} = ${v}`)
  return chosen.length ? `${s.transition} (${chosen.join(', ')})` : s.transition
}

// logFindings: instances of a recorded log.
function logFindings(doc) {
  return (doc.findings ?? [])
    .filter((f) => Array.isArray(f.trace))
    .map((f) => ({
      name: f.id || `line ${f.line}`,
      group: 'Log',
      verdict: f.verdict,
      evidence: f.evidence,
      ...tested(f),
      allowed: f.allowed ?? [],
      notes: f.omitted ? [`${f.omitted} steps before these are left out`] : [],
    }))
}

// broken: runs that break invariants.
function broken(doc) {
  const list = doc.invariants?.verdicts ?? (Array.isArray(doc.invariants) ? doc.invariants : [])
  return (Array.isArray(list) ? list : [])
    .filter((i) => i.run?.steps)
    .map((i) => ({ name: i.invariant, group: 'Invariants', verdict: i.verdict, evidence: i.error ?? '', ...marked(diagram(i.run)), allowed: [], notes: (i.assumes ?? []).map((a) => `assumes ${a}`), products: i.products }))
}

// operations: the runs that together fire all transitions, and those that break an invariant when they fire one.
function operations(doc) {
  const shown = (name, r, d) => ({ name, group: 'Operations', evidence: '', ...d, initial: r.run.initial, allowed: [], notes: (r.assumes ?? []).map((a) => `assumes ${a}`) })
  const together = (doc.operations?.runs ?? []).map((r, i) => shown(`run ${i + 1}`, r, diagram(r.run)))
  const breaking = (doc.operations?.operations ?? []).filter((o) => o.breaking)
  return [...together, ...breaking.map((o) => ({ ...shown(o.name, o.breaking, marked(diagram(o.breaking.run))), verdict: 'broken' }))]
}

// classes: the run that stands for each class of runs.
function classes(doc) {
  const list = (Array.isArray(doc.classes) ? doc.classes : []).filter((c) => c.trace?.steps)
  const values = (c) => doc.classifiers.map((f, i) => `${f.name} = ${c.values[i]}`)
  return list.map((c) => ({ name: c.test?.name ?? values(c).join(', '), group: 'Classes', evidence: '', ...diagram(c.trace), initial: c.trace.initial, allowed: [], notes: values(c) }))
}

// violations: the runs of products for which a property does not hold.
function violations(doc) {
  const list = (Array.isArray(doc.answers) ? doc.answers : []).filter((a) => a.run?.steps)
  return list.map((a, i) => ({ name: `violation ${i + 1}`, group: 'Violations', verdict: 'violated', evidence: '', ...marked(diagram(a.run)), initial: a.run.initial, allowed: [], notes: [], products: a.products }))
}

// generated: tests of suites, of searches and of abstractions.
function generated(doc) {
  const out = (Array.isArray(doc.tests) ? doc.tests : []).filter((t) => t.inputs || t.trace?.steps).map((t) => suiteTest(t, 'Tests'))
  for (const [name, e] of Object.entries(doc.engines ?? {})) {
    for (const t of e?.tests ?? []) out.push(suiteTest(t, `Tests (${name})`))
  }
  for (const set of doc.more ?? []) {
    for (const t of set.tests ?? []) out.push(suiteTest(t, `Tests (${set.predicates?.name ?? 'more'})`))
  }
  return out
}

function suiteTest(t, group) {
  const common = { name: t.name, group, allowed: [], verdict: t.played?.verdict, evidence: t.played?.evidence ?? '', products: t.products }
  if (t.trace?.steps) {
    return { ...common, ...diagram(t.trace), initial: t.trace.initial, states: t.states, prefix: t.prefix, notes: t.prefix ? [`${t.prefix} steps lead to the chain`] : [] }
  }
  const notes = [...(t.assumes ?? []).map((a) => `assumes ${a}`)]
  if (t.covers?.length) notes.push(`covers ${t.covers.join(', ')}`)
  if (t.run) return { ...common, ...diagram(t.run, t.expect), initial: t.initial, notes }
  if (t.transitions?.length) notes.push('The document does not have the run of this test, so only its inputs are drawn.')
  return { ...common, ...sent(t), initial: t.initial, notes }
}

// sent draws the inputs of a test of which the run of the model is not known.
function sent(t) {
  return { parties: ['tester', 'system'], rows: (t.inputs ?? []).map((m, step) => ({ step, from: 0, to: [1], text: message(m) })) }
}

function outputText(o) {
  const names = o.variables ?? []
  let i = 0
  return `${o.channel}(${(o.payload ?? []).map((v) => (v === null ? (names[i++] ?? '_') : JSON.stringify(v))).join(', ')})`
}
