// Graphviz, started once.
import { instance } from '@viz-js/viz'

let started = null

// layout returns an SVG element for a text in the language of Graphviz.
export async function layout(dot) {
  started ??= instance()
  const viz = await started
  return viz.renderSVGElement(dot)
}
