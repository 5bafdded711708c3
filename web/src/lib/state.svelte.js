// The state that all views share: the project, the runs and their progress, kept up to date by the events of the server.
import { api, listen } from './api.js'
import { parseRoute } from './route.js'

export const app = $state({
  record: null, // the record of a page that is a report; no request is made then
  project: null,
  analyses: [],
  runs: [],
  progress: {}, // by run: { point, doing, detail, share, live, curve }
  changed: {}, // by file: its hash on disk
  connected: true,
  error: '',
  route: parseRoute(location.hash),
  theme: readTheme(),
  dark: false,
})

window.addEventListener('hashchange', () => (app.route = parseRoute(location.hash)))

// Record is a record that never changes. Svelte does not watch the parts of an object with a class, of which there may be very many.
class Record {}

// readRecord returns the record that a report holds, or null.
export function readRecord() {
  const element = document.getElementById('record')
  if (!element) return null
  return Object.assign(new Record(), JSON.parse(element.textContent))
}

// connect loads the project and follows the events.
export async function connect() {
  try {
    ;[app.project, app.analyses, app.runs] = await Promise.all([api.project(), api.analyses(), api.runs(200)])
  } catch (e) {
    app.error = e.message
    return
  }
  listen({ file: noteFile, run: noteRun, progress: noteProgress }, noteConnection)
}

// noteConnection reads the runs again when a lost connection is there again: their events were missed.
function noteConnection(ok) {
  if (ok && !app.connected) reloadRuns().catch(() => {})
  app.connected = ok
}

async function noteFile({ file, hash }) {
  app.changed[file] = hash ?? ''
  if (hash && app.project.models.some((m) => m.file === file)) return
  try {
    app.project = await api.project()
  } catch {
    // the list stays as it was
  }
}

// stage is how far a run is.
const stage = (state) => (state === 'waiting' ? 0 : state === 'running' ? 1 : 2)

// noteRun takes over what is known of a run. The answer to its start may come after the event of its end, and does not undo that.
export function noteRun(summary) {
  const i = app.runs.findIndex((r) => r.id === summary.id)
  if (i < 0) app.runs.unshift(summary)
  else if (stage(summary.state) >= stage(app.runs[i].state)) app.runs[i] = summary
}

function noteProgress(event) {
  const { id, doing, detail, share, live } = event
  const point = event.point ?? event.Point ?? event
  const p = (app.progress[id] ??= { point: null, doing: '', detail: '', share: undefined, curve: [] })
  p.doing = doing
  p.detail = detail
  p.share = share
  p.live = live
  p.point = point
  p.curve.push(point)
  if (p.curve.length > 2000) p.curve = p.curve.filter((_, i) => i % 2 === 0)
}

// reloadRuns reads the list of runs again, after one was deleted.
export async function reloadRuns() {
  app.runs = await api.runs(200)
}

export const running = (state) => state === 'waiting' || state === 'running'

// Theme: light, dark, or that of the system.

function readTheme() {
  try {
    return localStorage.getItem('sextant-theme') ?? 'system'
  } catch {
    return 'system' // storage may be refused, as in a page from disk
  }
}

export function setTheme(theme) {
  app.theme = theme
  applyTheme()
  try {
    localStorage.setItem('sextant-theme', theme)
  } catch {
    // the choice then lasts as long as the page
  }
}

export function applyTheme() {
  app.dark = app.theme === 'dark' || (app.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = app.dark ? 'dark' : 'light'
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
