// Find in an editor: a bar above the text, with Ctrl-F. Enter goes to the next place, Shift-Enter to the one before, Escape closes it.
import { Decoration, EditorView, keymap, showPanel } from '@codemirror/view'
import { StateEffect, StateField } from '@codemirror/state'

const most = 1000 // places that are marked

const setWanted = StateEffect.define() // a text; null if nothing is looked for

// placesOf are the beginnings of all places with a text, without regard to case.
export function placesOf(text, wanted) {
  const out = []
  if (wanted === '') return out
  const low = text.toLowerCase()
  const part = wanted.toLowerCase()
  for (let at = low.indexOf(part); at >= 0 && out.length < most; at = low.indexOf(part, at + part.length)) out.push(at)
  return out
}

const wanted = StateField.define({
  create: () => null,
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setWanted)) return e.value
    return value
  },
  provide: (f) => [
    showPanel.from(f, (v) => (v === null ? null : bar)),
    EditorView.decorations.compute([f, 'doc'], (state) => {
      const text = state.field(f) ?? ''
      return Decoration.set(placesOf(state.doc.toString(), text).map((from) => Decoration.mark({ class: 'cm-found' }).range(from, from + text.length)))
    }),
  ],
})

// go chooses the next place after the selection, or the one before it.
function go(view, forward) {
  const text = view.state.field(wanted) ?? ''
  const all = placesOf(view.state.doc.toString(), text)
  if (all.length === 0) return
  const { from } = view.state.selection.main
  const next = forward ? (all.find((p) => p > from) ?? all[0]) : (all.findLast((p) => p < from) ?? all.at(-1))
  view.dispatch({ selection: { anchor: next, head: next + text.length }, effects: EditorView.scrollIntoView(next, { y: 'center' }), userEvent: 'select' })
}

function bar(view) {
  const dom = Object.assign(document.createElement('form'), { className: 'cm-find' })
  const input = document.createElement('input')
  input.setAttribute('aria-label', 'Find in the text')
  input.value = view.state.field(wanted)
  const count = document.createElement('span')
  count.setAttribute('role', 'status')
  const tell = () => {
    const all = placesOf(view.state.doc.toString(), view.state.field(wanted) ?? '')
    const at = all.indexOf(view.state.selection.main.from)
    count.textContent = input.value === '' ? '' : all.length === 0 ? 'not found' : at >= 0 ? `${at + 1} of ${all.length}` : `${all.length} found`
  }
  const button = (text, label, run) => {
    const b = Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: run })
    b.setAttribute('aria-label', label)
    return b
  }
  const close = () => {
    view.dispatch({ effects: setWanted.of(null) })
    view.focus()
  }
  input.oninput = () => view.dispatch({ effects: setWanted.of(input.value) })
  dom.onsubmit = (e) => e.preventDefault()
  dom.onkeydown = (e) => {
    if (e.key === 'Escape') close()
    else if (e.key === 'Enter' && e.target === input) go(view, !e.shiftKey)
    else return
    e.preventDefault()
  }
  dom.append(input, button('▲', 'Place before', () => go(view, false)), button('▼', 'Next place', () => go(view, true)), count, button('✕', 'Close', close))
  return { dom, top: true, mount: () => input.select(), update: tell }
}

function open(view) {
  const { from, to } = view.state.selection.main
  const text = view.state.sliceDoc(from, Math.min(to, view.state.doc.lineAt(from).to))
  view.dispatch({ effects: setWanted.of(text || (view.state.field(wanted) ?? '')) })
  view.dom.querySelector('.cm-find input')?.select()
  return true
}

export const finding = [wanted, keymap.of([{ key: 'Mod-f', run: open }])]
