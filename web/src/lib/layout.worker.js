// Graphviz, in a thread of its own: a text in its language comes, and a picture goes back.
import { instance } from '@viz-js/viz'

const viz = instance()

onmessage = async ({ data }) => {
  try {
    postMessage({ svg: (await viz).renderString(data, { format: 'svg' }) })
  } catch (e) {
    postMessage({ error: e.message })
  }
}
