// Drafts: texts of models that are not saved. The browser keeps them, so that neither another view nor a reload loses one.
import { app } from './state.svelte.js'

// drafts has by file the text, and the hash of the file that it was written from.
export const drafts = $state({})

const begin = () => `sextant-draft ${app.project.name} `

// unstored are the files whose drafts only this page has, because the browser refuses to keep them.
const unstored = new Set()

// readDrafts reads what the browser kept of the project.
export function readDrafts() {
  if (!app.project) return
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(begin())) drafts[key.slice(begin().length)] = JSON.parse(localStorage.getItem(key))
  } catch {
    // storage may be refused
  }
}

export function keepDraft(file, text, hash) {
  drafts[file] = { text, hash }
  try {
    localStorage.setItem(begin() + file, JSON.stringify(drafts[file]))
    unstored.delete(file)
  } catch {
    unstored.add(file)
  }
}

export function dropDraft(file) {
  if (!(file in drafts)) return
  delete drafts[file]
  unstored.delete(file)
  try {
    localStorage.removeItem(begin() + file)
  } catch {
    // then it was not kept either
  }
}

// loses reports whether a draft is lost with the page.
export const loses = () => unstored.size > 0
