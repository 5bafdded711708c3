// Layouts by Graphviz, one after the other in a worker, so that the page answers while a large one is made. A layout that is not wanted any
// more is cancelled: Graphviz cannot be interrupted, so its worker ends with it.
import LayoutWorker from './layout.worker.js?worker&inline'

let worker = null
const patience = 200 // milliseconds that a cancelled layout may take, because another worker takes time to start
let running = null
const waiting = []

// layout begins to lay out a text in the language of Graphviz: { done, cancel }, where done is a promise of a picture (picture.js). One that is
// cancelled never comes.
export function layout(dot) {
  const job = { dot }
  job.done = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }))
  waiting.push(job)
  next()
  return { done: job.done, cancel: () => cancel(job) }
}

function next() {
  if (running || waiting.length === 0) return
  running = waiting.shift()
  try {
    worker ??= start()
    worker.postMessage(running.dot)
  } catch (e) {
    finish({ error: e.message })
  }
}

function start() {
  const w = new LayoutWorker()
  w.onmessage = ({ data }) => finish(data)
  w.onerror = (e) => {
    worker = null
    finish({ error: e.message ?? 'the browser does not start a worker' })
  }
  return w
}

function finish({ picture, error }) {
  const job = running
  running = null
  if (error) job.reject(new Error(error))
  else job.resolve(picture)
  next()
}

function cancel(job) {
  const i = waiting.indexOf(job)
  if (i >= 0) waiting.splice(i, 1)
  job.resolve = job.reject = () => {}
  if (running === job) setTimeout(() => running === job && stop(), patience)
}

// stop ends the layout that runs, with its worker.
function stop() {
  worker.terminate()
  worker = running = null
  next()
}
