// Requests to the server of the workbench.

export class APIError extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

async function request(method, path, body) {
  const init = { method, headers: {} }
  if (method !== 'GET') init.headers['Content-Type'] = 'application/json'
  if (body !== undefined) init.body = JSON.stringify(body)
  let response
  try {
    response = await fetch(path, init)
  } catch {
    throw new APIError(0, 'The server does not answer. Is "sextant serve" still running?')
  }
  const text = await response.text()
  let data = null
  try {
    data = text === '' ? null : JSON.parse(text)
  } catch {
    // an answer that is not JSON is told by its status
  }
  if (!response.ok) throw new APIError(response.status, data?.error ?? `${response.status} ${response.statusText}`)
  return data
}

const query = (o) => new URLSearchParams(o).toString()

export const api = {
  project: () => request('GET', '/api/project'),
  analyses: () => request('GET', '/api/analyses'),
  model: (file) => request('GET', '/api/model?' + query({ file })),
  saveModel: (file, text, hash) => request('PUT', '/api/model?' + query({ file }), { text, hash }),
  check: (file, text) => request('POST', '/api/check', { file, text }),
  complete: (file, text, position) => request('POST', '/api/complete', { file, text, position }).then((a) => a.items),
  start: (analysis, args, options) => request('POST', '/api/runs', { analysis, args, options }),
  runs: (limit, before) => request('GET', '/api/runs?' + query(before ? { limit, before } : { limit })),
  run: (id) => request('GET', `/api/runs/${encodeURIComponent(id)}`),
  remove: (id) => request('DELETE', `/api/runs/${encodeURIComponent(id)}`),
  cancel: (id) => request('POST', `/api/runs/${encodeURIComponent(id)}/cancel`, {}),
  reportAddress: (id) => `/api/runs/${encodeURIComponent(id)}/report`,
  why: (id, node, transition) => request('GET', `/api/runs/${encodeURIComponent(id)}/why?` + query({ node, transition })),
  beginSteps: (file) => request('POST', '/api/steps', { file }),
  step: (id, what) => request('POST', `/api/steps/${encodeURIComponent(id)}`, what),
  endSteps: (id) => request('DELETE', `/api/steps/${encodeURIComponent(id)}`),
}

// listen calls the handler of each kind of event; it returns a function that ends that.
export function listen(handlers, connected) {
  const source = new EventSource('/api/events')
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (e) => handle(JSON.parse(e.data)))
  }
  source.onopen = () => connected(true)
  source.onerror = () => connected(false)
  return () => source.close()
}
