// Classes of runs: how many combinations of values there are, and what is known of each.

// combinations counts what is known of the combinations of values that the types allow. Those without a run are proved impossible if the
// division is complete, and open otherwise; their number is null if the types allow too many to count.
export function combinations(doc) {
  const found = doc.classes.length
  const others = doc.combinations > 0 ? doc.combinations - found : null
  return { found, impossible: doc.complete ? others : 0, open: doc.complete ? 0 : others }
}

// steps writes a range of numbers of steps.
export const steps = ({ least, most }) => (least === most ? `${most} step${most === 1 ? '' : 's'}` : `${least} to ${most} steps`)

// verdict says in a sentence what is known of runs in other classes.
export function verdict(doc) {
  const { impossible, open } = combinations(doc)
  if (!doc.complete) return `Not all classes are known (${doc.stop}).${open ? ' A combination without a run is open.' : ''}`
  if (impossible === 0) return 'All combinations of values are there.'
  if (impossible === null) return 'Proved: no run within the bounds is in another class.'
  return 'Proved: no run within the bounds has one of the other combinations.'
}
