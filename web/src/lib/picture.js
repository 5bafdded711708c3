// Pictures that Graphviz has drawn, in a form that a page can insert in slices: the text of each element, and outlines of all for a small
// picture. This is done where the layout is made, beside the page.

// pictureOf takes the SVG of Graphviz apart.
export function pictureOf(svg) {
  const box = /viewBox="([^"]*)"/.exec(svg)[1].split(/\s+/).map(Number)
  const transform = /<g id="[^"]*" class="graph"[^>]*transform="([^"]*)"/.exec(svg)[1]
  const elements = elementsOf(svg)
  return { box, transform, elements, outline: outlineOf(elements), middles: middlesOf(elements, numbers(/translate\(([^)]*)\)/.exec(transform)[1])) }
}

// middlesOf has the middle of each place by its id, the first of which is initial if there is such a one.
function middlesOf(elements, [dx, dy]) {
  const kinds = (e) => attribute(e, 'class').split(' ')
  const places = elements.filter((e) => kinds(e).includes('place'))
  const first = places.find((e) => kinds(e).includes('initial')) ?? places[0]
  const middle = (e) => {
    const [left, right, top, bottom] = extent(e)
    return [attribute(e, 'id').replaceAll('&#45;', '-'), [dx + (left + right) / 2, dy + (top + bottom) / 2]]
  }
  return Object.fromEntries([first, ...places].filter(Boolean).map(middle))
}

// elementsOf are the nodes, edges and frames, without the titles and comments that Graphviz writes.
function elementsOf(svg) {
  const clean = svg.replace(/<!--[\s\S]*?-->\s*/g, '').replace(/<title>[\s\S]*?<\/title>\s*/g, '')
  const starts = [...clean.matchAll(/^<g id="[^"]*" class="(?:node|edge|cluster)/gm)].map((m) => m.index)
  const end = clean.lastIndexOf('</g>')
  return starts.map((at, i) => centred(clean.slice(at, starts[i + 1] ?? end).trim()))
}

// centred puts each line of the label of a place in its middle: Graphviz writes where they begin, by the width of a font that browsers may not have.
function centred(element) {
  const kind = attribute(element, 'class').split(' ')
  if (kind[0] !== 'node' || !kind.includes('place')) return element
  const [left, right] = extent(element)
  return element.replace(/text-anchor="start" x="[^"]*"/g, `text-anchor="middle" x="${(left + right) / 2}"`)
}

const numbers = (text) => (text.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number)
const attribute = (element, name) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? ''

// outlineOf has the rectangles around nodes and frames, and edges as lines through the points that their curves pass, as data of paths.
function outlineOf(elements) {
  const out = { nodes: '', edges: '', frames: '', count: 0 }
  for (const e of elements) {
    const kind = attribute(e, 'class').split(' ')
    if (kind[0] === 'edge') out.edges += line(numbers(attribute(e, 'd')))
    else if (kind[0] === 'cluster') out.frames += rectangle(e)
    else if (kind.includes('place')) {
      out.nodes += rectangle(e)
      out.count++
    }
  }
  return out
}

function line(points) {
  let out = ''
  for (let i = 0; i + 1 < points.length; i += 6) out += `${i === 0 ? 'M' : 'L'}${Math.round(points[i])} ${Math.round(points[i + 1])}`
  return out
}

function rectangle(element) {
  const [left, right, top, bottom] = extent(element).map(Math.round)
  return left <= right ? `M${left} ${top}H${right}V${bottom}H${left}Z` : ''
}

// extent is the smallest rectangle around the border of a node or frame: left, right, top, bottom.
function extent(element) {
  const points = numbers(attribute(element, 'd') || attribute(element, 'points'))
  const xs = points.filter((_, i) => i % 2 === 0)
  const ys = points.filter((_, i) => i % 2 === 1)
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}
