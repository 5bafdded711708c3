// Statuses of transitions, in the order of the legend. Each has a colour (in app.css, by its class), a dash pattern and a mark, so
// that none is told by its colour alone.
export const statuses = {
  covered: { label: 'covered', mark: '✓' },
  prefix: { label: 'reached only through a prefix', mark: '›' },
  'not-reached': { label: 'not reached within the bounds', mark: '✗' },
  'only-through-error': { label: 'only through a model error', mark: '!' },
  unreachable: { label: 'proved unreachable', mark: '∅' },
  blocked: { label: 'blocked by an extern', mark: '⊘' },
  'not-testable': { label: 'not testable', mark: '~' },
  unknown: { label: 'unknown', mark: '?' },
}

// verdictClass is the class that colours a verdict, a fate or a state of a run.
const good = new Set(['pass', 'killed', 'done', 'met', 'yes', 'feasible', 'holds', 'proved'])
const bad = new Set(['fail', 'failed', 'error', 'violated', 'no', 'infeasible', 'broken', 'finding'])
const doubtful = new Set(['flaky', 'weak pass', 'inconclusive', 'undecided', 'unknown', 'uncertain', 'untested', 'cancelled', 'interrupted'])

export function verdictClass(word) {
  if (good.has(word)) return 'good'
  if (bad.has(word)) return 'bad'
  return doubtful.has(word) ? 'doubtful' : 'plain'
}
