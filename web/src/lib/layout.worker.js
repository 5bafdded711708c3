// Graphviz, in a thread of its own: a text in its language comes, and a picture goes back.
import { instance } from '@viz-js/viz'
import { pictureOf } from './picture.js'

const viz = instance()

onmessage = async ({ data }) => {
  try {
    postMessage({ picture: pictureOf((await viz).renderString(data, { format: 'svg' })) })
  } catch (e) {
    postMessage({ error: e.message })
  }
}
