// The ledger of a product line, in words.

// outcomes describe the result of a call of an engine.
export const outcomes = {
  proved: 'proved',
  violated: 'violated by a run',
  spurious: 'no run shows the counterexample, the products are split',
  open: 'no answer, the next engine is asked',
  unknown: 'unknown',
}

// rungs are the engines.
export const rungs = {
  intervals: 'intervals',
  predicates: 'predicates over the exact data',
  bounded: 'bounded symbolic execution',
  induction: 'induction',
}

const reasons = {
  'no proof': 'the engine found neither a proof nor a counterexample',
  'not abstracted': 'machines send each other what the engine does not abstract',
  'not replayed': 'the interpreter did not confirm the run that the solver gave',
  assumes: 'a run violates it if functions return what was assumed, not run',
  bounded: 'no run up to the bound violates it, longer runs were not executed',
  undecided: 'the solver left a query undecided',
  'too many nodes': 'the limit on nodes was reached',
  'too many queries': 'the limit on queries was reached',
  'too many calls': 'the limit on calls of engines was reached',
  'out of time': 'the time was up',
}

// why says why an engine has no answer.
export const why = (reason) => reasons[reason] ?? reason
