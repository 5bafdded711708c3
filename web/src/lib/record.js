// What a record of a run shows: which views it has, its coverage, the statuses of transitions. Documents are read by their
// shape, not by the name of their analysis, so that a new analysis with a known part is shown by itself.
import { products } from './products.js'
import { routeTo } from './route.js'
import { scenarios } from './scenario.js'

// curveLabel is what a curve of something covered shows: coverage, or what is counted.
export const curveLabel = (unit) => (unit ? unit[0].toUpperCase() + unit.slice(1) : 'Coverage')

// tallies lists the counts of coverage of a document by name; the first is the main one.
export function tallies(doc) {
  const out = []
  const add = (name, t) => {
    if (t && typeof t.total === 'number' && Array.isArray(t.missing)) out.push({ name, ...t })
  }
  for (const [name, t] of Object.entries(doc?.coverage ?? {})) add(name, t)
  for (const [name, e] of Object.entries(doc?.engines ?? {})) add(`transitions (${name})`, e?.coverage?.transitions)
  return out
}

// statusOf returns the status of each transition of the model by name, with the reason: { t1: { status, reason } }.
export function statusOf(doc) {
  const out = {}
  if (!doc || doc.abstraction) return doc ? abstractStatus(doc) : out
  for (const t of modelTallies(doc)) {
    for (const h of t.reached ?? []) better(out, h.name, { status: h.how === 'prefix' ? 'prefix' : 'covered', reason: hitReason(h) })
    for (const m of t.missing ?? []) better(out, m.name, { status: m.status, reason: m.reason })
  }
  for (const s of suites(doc)) {
    for (const name of takenBy(s)) better(out, name, { status: 'covered', reason: `in ${s.name}${s.products ? `, for ${products(s.products)}` : ''}` })
  }
  return out
}

// takenBy lists the transitions that a test takes: those of each machine, where several take a step together.
const takenBy = (test) => test.run?.steps.flatMap((s) => s.parts?.map((p) => p.transition) ?? []) ?? test.transitions ?? []

const modelTallies = (doc) => [
  ...Object.entries(doc.coverage ?? {}).filter(([name]) => name === 'transitions').map(([, t]) => t),
  ...Object.values(doc.engines ?? {}).map((e) => e?.coverage?.transitions),
].filter(Boolean)

const suites = (doc) => [
  ...(Array.isArray(doc.tests) ? doc.tests : []),
  ...Object.values(doc.engines ?? {}).flatMap((e) => e?.tests ?? []),
]

// abstractStatus: an event of an abstraction is covered by a step of a chain; steps before the chain are its prefix.
function abstractStatus(doc) {
  const out = {}
  for (const t of doc.tests ?? []) {
    ;(t.trace?.steps ?? []).forEach((s, i) => {
      const prefix = i < (t.prefix ?? 0)
      better(out, s.transition, { status: prefix ? 'prefix' : 'covered', reason: `${prefix ? 'leads to the chain of' : 'in'} ${t.name}` })
    })
  }
  return out
}

const rank = { covered: 0, prefix: 1 }

function better(out, name, status) {
  const old = out[name]
  if (!old || (rank[status.status] ?? 2) < (rank[old.status] ?? 2)) out[name] = status
}

function hitReason(h) {
  const parts = []
  if (h.depth) parts.push(`at depth ${h.depth}`)
  if (h.how) parts.push(`by ${h.how}`)
  if (h.products) parts.push(`for ${products(h.products)}`)
  return parts.join(', ')
}

// findingsOf lists the findings of a record that have a place in the source, in the form of diagnostics: where the run goes wrong, or the place
// that the finding names. more is the address of the run.
export function findingsOf(record) {
  const list = scenarios(record.document).map((s, i) => ({ ...s, number: i + 1 })).filter((s) => ['finding', 'possible', 'fail', 'broken'].includes(s.verdict))
  return list.flatMap((s) => {
    const place = s.place?.line ? s.place : s.run?.steps.findLast((step) => step.parts?.[0]?.line)?.parts[0]
    if (!place) return []
    return [{ severity: 'finding', file: place.file, line: place.line, column: place.column ?? 1, message: s.evidence || s.name, more: routeTo('runs', record.id, 'tests', String(s.number)) }]
  })
}

// mainTally is the count that a list of runs shows.
export const mainTally = (doc) => tallies(doc)[0] ?? null

// curveOf returns the curves of coverage of a record: those of the engines of a search, or that of its progress.
export function curvesOf(record) {
  const engines = Object.entries(record.document?.engines ?? {}).filter(([, e]) => e?.curve?.length)
  if (engines.length > 0) {
    return engines.map(([name, e]) => ({ name, total: e.coverage?.transitions?.total ?? 0, points: e.curve }))
  }
  const points = (record.curve ?? []).filter((p) => p.total > 0 || p.states > 0)
  const { total, unit, counted } = points.at(-1) ?? {}
  return points.length > 0 ? [{ name: record.analysis, total, unit, counted, points }] : []
}

// viewsOf lists the views of a record, the first is the best one to begin with.
export function viewsOf(record) {
  const doc = record.document ?? {}
  const out = [{ id: 'overview', title: 'Overview' }]
  const add = (id, title, when) => when && out.push({ id, title })
  add('model', 'Model', record.model?.graph)
  add('tree', 'Tree', record.tree?.nodes?.length > 0)
  add('tests', 'Tests', scenarios(doc).length > 0)
  add('classes', 'Classes', Array.isArray(doc.classes) && doc.classifiers?.length > 0)
  add('ledger', 'Ledger', Array.isArray(doc.ledger) && Array.isArray(doc.answers))
  add('campaign', 'Campaign', doc.campaign?.hypotheses || doc.plan?.items)
  add('chance', 'Chance', Array.isArray(doc.goals) && doc.method)
  add('mutants', 'Mutants', Array.isArray(doc.mutants))
  add('abstraction', 'Abstraction', doc.abstraction?.stateList)
  add('externs', 'Externs', record.model?.externs?.length > 0 || contractParts(doc))
  add('report', 'Report', record.text)
  add('json', 'JSON', record.document)
  return out
}

// contractParts reports whether a document tells of contracts.
export const contractParts = (doc) =>
  Boolean(doc?.contracts || doc?.inferred?.length || doc?.exercises || (doc?.paths?.length && doc?.feasible))

// figures lists the numbers that an overview shows first.
export function figures(record) {
  const doc = record.document ?? {}
  const stats = doc.stats ?? {}
  const rows = [
    ['verdict', doc.verdict],
    [doc.verdict === 'fail' ? 'products before the failing step' : 'for products', doc.products?.formula && products(doc.products)],
    ['stopped because', doc.stop],
    ['states', stats.states || doc.states],
    ['paths', doc.paths?.length ?? doc.paths],
    ['pruned', doc.pruned],
    ['classes', Array.isArray(doc.classes) ? doc.classes.length : undefined],
    ['tests', Array.isArray(doc.tests) ? doc.tests.length : undefined],
    ['inputs sent', doc.sent],
    ['mutation score', doc.after && `${doc.after.killed} of ${doc.after.against}`],
    ['solver calls', stats.solverCalls],
    ['solver seconds', stats.solverSeconds],
    ['cache hits', stats.cacheHits],
    ['seed', doc.seed],
  ]
  return rows.filter(([, v]) => v !== undefined && v !== null && v !== '')
}
