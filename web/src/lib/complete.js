// Completion in an editor: a list of words below the cursor, which the language server's code finds. Ctrl-Space shows it, and so does
// typing a name or a dot; arrows choose, Enter or Tab takes, Escape closes.
import { EditorView, keymap, showTooltip } from '@codemirror/view'
import { Prec, StateEffect, StateField } from '@codemirror/state'

const most = 12 // words that are shown at once

const setList = StateEffect.define() // { items, from, index }, or null

const list = StateField.define({
  create: () => null,
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setList)) return e.value
    return tr.docChanged || tr.selection ? null : value
  },
  provide: (f) => showTooltip.from(f, (v) => v && { pos: v.from, create: (view) => listOf(view, v) }),
})

// offsetOf is the offset of a position of the server: a line and UTF-16 code units, from 0.
export const offsetOf = (doc, p) => Math.min(doc.line(Math.min(p.line + 1, doc.lines)).from + p.character, doc.length)

// matching are the words that go on with what is written, those that begin with it first.
export function matching(items, written) {
  const wanted = written.toLowerCase()
  const begins = (i) => i.label.toLowerCase().startsWith(wanted)
  const has = items.filter((i) => i.label.toLowerCase().includes(wanted) && i.label !== written)
  const order = (a, b) => Number(begins(b)) - Number(begins(a)) || (a.sortText ?? a.label).localeCompare(b.sortText ?? b.label)
  return has.toSorted(order)
}

// listOf draws the list. It is in the tree of the editor, and the chosen word is told as it changes.
function listOf(view, { items, index }) {
  const dom = document.createElement('div')
  dom.className = 'cm-words'
  const first = Math.max(0, Math.min(index - most + 3, items.length - most))
  const rows = document.createElement('ul')
  rows.setAttribute('role', 'listbox')
  rows.setAttribute('aria-label', 'Completions')
  items.slice(first, first + most).forEach((item, k) => {
    const row = document.createElement('li')
    row.setAttribute('role', 'option')
    row.setAttribute('aria-selected', String(first + k === index))
    row.textContent = item.label
    if (item.detail) row.append(Object.assign(document.createElement('span'), { className: 'cm-detail', textContent: item.detail }))
    row.onmousedown = (e) => {
      e.preventDefault()
      take(view, item)
    }
    rows.append(row)
  })
  const told = Object.assign(document.createElement('div'), { className: 'cm-told', textContent: `${items[index].label}, ${index + 1} of ${items.length}` })
  told.setAttribute('role', 'status')
  dom.append(rows, told)
  return { dom }
}

function take(view, item) {
  const from = offsetOf(view.state.doc, item.textEdit.range.start)
  const to = view.state.selection.main.head
  view.dispatch({ changes: { from, to, insert: item.textEdit.newText }, selection: { anchor: from + item.textEdit.newText.length }, userEvent: 'input.complete' })
  view.focus()
  return true
}

// completion is the extension of an editor; ask is called with the text and a position, and returns the words there.
export function completion(ask) {
  let asked = 0

  async function open(view) {
    const mine = ++asked
    const { state } = view
    const head = state.selection.main.head
    const line = state.doc.lineAt(head)
    const found = await ask(state.doc.toString(), { line: line.number - 1, character: head - line.from }).catch(() => [])
    if (mine !== asked || view.state.doc !== state.doc || view.state.selection.main.head !== head || found.length === 0) return
    const from = offsetOf(state.doc, found[0].textEdit.range.start)
    const items = matching(found, state.sliceDoc(from, head))
    if (items.length > 0) view.dispatch({ effects: [setList.of({ items, from, index: 0 }), EditorView.scrollIntoView(head)] })
  }

  const move = (by) => (view) => {
    const v = view.state.field(list)
    if (!v) return false
    view.dispatch({ effects: setList.of({ ...v, index: (v.index + by + v.items.length) % v.items.length }) })
    return true
  }
  const chosen = (view) => {
    const v = view.state.field(list)
    return v ? take(view, v.items[v.index]) : false
  }
  const close = (view) => {
    asked++
    if (!view.state.field(list)) return false
    view.dispatch({ effects: setList.of(null) })
    return true
  }
  const typed = EditorView.updateListener.of((u) => {
    if (!u.docChanged || !u.transactions.some((t) => t.isUserEvent('input.type'))) return
    const head = u.state.selection.main.head
    if (/[\p{L}_.]$/u.test(u.state.sliceDoc(Math.max(0, head - 1), head))) open(u.view)
  })
  const keys = [
    { key: 'Ctrl-Space', run: (view) => (open(view), true) },
    { key: 'ArrowDown', run: move(1) },
    { key: 'ArrowUp', run: move(-1) },
    { key: 'Enter', run: chosen },
    { key: 'Tab', run: chosen },
    { key: 'Escape', run: close },
  ]
  return [list, typed, Prec.highest(keymap.of(keys))]
}
