// The margin of a text: the coverage of the transitions at their lines, and findings.
import { GutterMarker, gutter } from '@codemirror/view'
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { statuses as known } from './status.js'

class Mark extends GutterMarker {
  constructor(status, title) {
    super()
    Object.assign(this, { status, title })
  }
  eq(other) {
    return other.status === this.status && other.title === this.title
  }
  toDOM() {
    return Object.assign(document.createElement('div'), { className: `cm-status status-${this.status}`, title: this.title, textContent: known[this.status]?.mark ?? '·' })
  }
}

const setMarks = StateEffect.define()

const marks = StateField.define({
  create: () => RangeSet.empty,
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setMarks)) return e.value
    return value.map(tr.changes)
  },
})

export const margin = [marks, gutter({ class: 'cm-coverage', markers: (view) => view.state.field(marks) })]

// coverageOf lists what the margin shows: for each line of a file the worst status of the transitions there, and all in words.
export function coverageOf(arrows, statuses, isIn) {
  const lines = new Map()
  for (const a of arrows ?? []) {
    const s = statuses[a.name]
    if (!s || !a.line || !isIn(a)) continue
    const at = lines.get(a.line) ?? lines.set(a.line, { line: a.line, status: s.status, words: [] }).get(a.line)
    if (at.status === 'covered') at.status = s.status
    at.words.push(`${a.name}: ${known[s.status]?.label ?? s.status}${s.reason ? `, ${s.reason}` : ''}`)
  }
  return [...lines.values()].sort((a, b) => a.line - b.line)
}

// showMargin shows lines with their statuses.
export function showMargin(view, list) {
  const { doc } = view.state
  const ranges = list.filter((m) => m.line <= doc.lines).map((m) => new Mark(m.status, m.words.join('\n')).range(doc.line(m.line).from))
  view.dispatch({ effects: setMarks.of(RangeSet.of(ranges)) })
}
