// Scenarios: everything that a document has of concrete runs, in one form for the sequence diagrams.
//
//   { name, group, verdict, evidence, steps, allowed, notes, shrink, replay, rerun, products, possible }
//   products are those that have it; if possible is set, those that explain everything before the failing step
//   step: { from: 'tester' | 'system' | 'none', text, transition, location, values, calls, expected, bad, at }
import { message } from './format.js'

export function scenarios(doc) {
  if (!doc || typeof doc !== 'object') return []
  return [
    ...failures(doc),
    ...knownTests(doc),
    ...findings(doc),
    ...logFindings(doc),
    ...broken(doc),
    ...generated(doc),
  ]
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
      steps: observed(f.trace, f),
      allowed: f.allowed ?? [],
      notes: failureNotes(f),
      shrink: f.shrink,
      original: f.original ? observed(f.original, f) : null,
      replay: f.replay ?? replay,
      products: f.products,
      possible: true,
      file: f.file,
    }))
  }
  if (!Array.isArray(doc.trace) || doc.trace.length === 0) return []
  const steps = observed(doc.trace, doc)
  return [{ name: 'last test', group: 'Run', verdict: doc.verdict, evidence: doc.evidence, steps, allowed: doc.allowed ?? [], notes: regionNotes(doc), replay }]
}

function failureNotes(f) {
  const notes = regionNotes(f)
  const r = f.repeats
  if (r) notes.push(`repeated: failed ${r.failed}, passed ${r.passed}, inconclusive ${r.inconclusive}${r.other ? `, failed otherwise ${r.other}` : ''}`)
  if (f.continue) notes.push(`make it shorter: ${f.continue}`)
  return notes
}

const regionNotes = (x) => (x.regions ?? []).map((r) => r.text)

// observed turns the events of a system into steps; the last one is the bad one if the verdict is wrong.
function observed(events, { verdict, allowed, kind }) {
  const wrong = verdict === 'fail' || verdict === 'flaky'
  const steps = (events ?? []).map((e) => ({
    from: { input: 'tester', output: 'system' }[e.kind] ?? 'none',
    text: e.kind === 'quiescence' ? 'silence' : e.kind === 'reset' ? 'reset' : message(e),
    at: e.at,
    line: e.line,
  }))
  if (!wrong || steps.length === 0) return steps
  if (kind === 'silence' && steps.at(-1).from === 'tester') steps.push({ from: 'none', text: 'silence' })
  const last = steps.at(-1)
  last.bad = true
  last.expected = (allowed ?? []).map((a) => a.text)
  return steps
}

// knownTests: stored tests that were run again.
function knownTests(doc) {
  const list = [...(doc.known ?? []), ...(Array.isArray(doc.tests) ? doc.tests : []).filter((t) => t.verdict && t.file)]
  return list.map((t) => ({
    name: t.file.split('/').at(-1),
    group: 'Stored tests',
    verdict: t.verdict,
    evidence: t.evidence,
    steps: observed(t.trace, t),
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
      steps: marked(traced(f.trace)),
      initial: f.trace.initial,
      allowed: [],
      notes: (f.assumes ?? []).map((a) => `assumes ${a}`),
      replay: f.replay,
      products: f.products,
      place: f,
    }))
}

function marked(steps) {
  if (steps.length > 0) steps.at(-1).bad = true
  return steps
}

// traced turns the steps of a trace into steps of a diagram: the input and the outputs of each.
export function traced(trace) {
  const out = []
  for (const s of trace.steps ?? []) {
    const about = { transition: s.transition, location: s.location, values: s.values, calls: s.calls, at: s.at }
    const rows = []
    if (s.input) rows.push({ from: 'tester', text: message(s.input) })
    for (const o of s.outputs ?? []) rows.push({ from: 'system', text: message(o) })
    if (rows.length === 0) rows.push({ from: 'none', text: internal(s) })
    rows[0] = { ...about, ...rows[0] }
    out.push(...rows)
  }
  return out
}

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
      steps: observed(f.trace, f),
      allowed: f.allowed ?? [],
      notes: f.omitted ? [`${f.omitted} steps before these are left out`] : [],
    }))
}

// broken: runs that break invariants.
function broken(doc) {
  const list = doc.invariants?.invariants ?? (Array.isArray(doc.invariants) ? doc.invariants : [])
  return (Array.isArray(list) ? list : [])
    .filter((i) => i.run?.steps)
    .map((i) => ({ name: i.invariant, group: 'Invariants', verdict: i.verdict, evidence: i.error ?? '', steps: marked(traced(i.run)), allowed: [], notes: (i.assumes ?? []).map((a) => `assumes ${a}`), products: i.products }))
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
    return { ...common, steps: traced(t.trace), initial: t.trace.initial, states: t.states, prefix: t.prefix, notes: t.prefix ? [`${t.prefix} steps lead to the chain`] : [] }
  }
  const notes = [...(t.assumes ?? []).map((a) => `assumes ${a}`)]
  if (t.covers?.length) notes.push(`covers ${t.covers.join(', ')}`)
  return { ...common, steps: expected(t), initial: t.initial, notes }
}

// expected turns a stored test into steps: each input, and what the system is to send.
function expected(t) {
  const out = []
  let next = 0
  ;(t.expect ?? []).forEach((e, i) => {
    const chosen = t.chosen?.[i]
    const about = { transition: e.transition, at: t.instants?.[i], open: e.open, when: e.when }
    const rows = []
    if (takesInput(t, i, next)) rows.push({ from: 'tester', text: message(t.inputs[next++]) })
    for (const o of e.outputs ?? []) rows.push({ from: 'system', text: outputText(o), where: [...(o.where ?? []), ...(o.unseen ?? [])] })
    if (rows.length === 0) rows.push({ from: 'none', text: chosen || e.transition })
    rows[0] = { ...about, ...rows[0] }
    out.push(...rows)
  })
  for (; next < (t.inputs ?? []).length; next++) out.push({ from: 'tester', text: message(t.inputs[next]) })
  return out
}

// takesInput guesses whether step i begins with the next input: all do if there are as many inputs as steps, and otherwise those
// that send nothing of their own accord.
function takesInput(t, i, next) {
  const inputs = t.inputs ?? []
  if (next >= inputs.length) return false
  const left = t.expect.length - i
  return t.inputs.length === t.expect.length || inputs.length - next >= left || !t.expect[i].outputs?.length || !t.expect[i].open
}

function outputText(o) {
  const names = o.variables ?? []
  let i = 0
  return `${o.channel}(${(o.payload ?? []).map((v) => (v === null ? (names[i++] ?? '_') : JSON.stringify(v))).join(', ')})`
}
