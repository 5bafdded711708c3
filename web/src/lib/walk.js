// Walks of the stepper: those of this tab, which outlive a reload, and walks that follow a run.
import { api } from './api.js'
import { minus } from './real.js'

const key = 'sextant-walks'
const most = 8 // walks of a tab; the server has few, too

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? []
  } catch {
    return [] // storage may be refused
  }
}

// keptWalk is the walk of a file as it was left, { id, hash, steps }, or undefined.
export const keptWalk = (file) => read().find((w) => w.file === file)

// keepWalk notes how far a walk is; the oldest ones are ended.
export function keepWalk(file, walk) {
  const list = [{ file, ...walk }, ...read().filter((w) => w.file !== file)]
  for (const w of list.slice(most)) api.endSteps(w.id).catch(() => {})
  try {
    sessionStorage.setItem(key, JSON.stringify(list.slice(0, most)))
  } catch {
    // then a reload begins again
  }
}

// walkAlong takes the steps of a run in a walk that begins, and returns the last state, with an error if a step cannot be taken as in the run.
export async function walkAlong(state, run, count) {
  let before = '0'
  for (const [i, s] of run.steps.slice(0, count).entries()) {
    if (s.kind === 'silence') continue
    if (s.kind === 'reset') {
      state = await api.step(state.id, { do: 'jump', to: 0 })
      before = s.at ?? before
      continue
    }
    if (s.kind) return { ...state, error: `Step ${i + 1} has ${s.kind === 'open' ? 'several explanations' : 'no explanation'}, so the walk ends before it.` }
    const c = state.choices.find((c) => c.transition === s.transition)
    if (!c) return { ...state, error: `${s.transition} cannot be taken here, as the run does` }
    state = await api.step(state.id, { do: 'take', transition: s.transition, ...valuesOf(c, s, before) })
    if (state.error) return state
    before = s.at ?? before
  }
  return state
}

// valuesOf are the values of a step by the names of the parameters: those of its message come first, the delay last.
function valuesOf(choice, step, before) {
  const payload = step.input?.payload ?? []
  const inputs = {}
  const texts = {}
  ;(choice.input?.parameters ?? []).forEach((p, i, all) => {
    if (i < payload.length) inputs[p.name] = payload[i]
    else if (step.chosen?.[p.name] !== undefined) texts[p.name] = step.chosen[p.name]
    else if (step.at !== undefined && i === all.length - 1 && p.name.startsWith('delay')) texts[p.name] = minus(step.at, before)
  })
  return { inputs, texts }
}
