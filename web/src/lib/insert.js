// The elements of a picture are inserted in slices, one in each frame, so that the page answers meanwhile.
const space = 'http://www.w3.org/2000/svg'
const slice = 60 // elements

// emptySvg is an SVG element for a picture, in its natural size.
export function emptySvg([x, y, width, height]) {
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`)
  svg.setAttribute('width', width)
  svg.setAttribute('height', height)
  return svg
}

// insert fills an SVG element with a picture, and calls a function for each of its elements. It returns false if the picture was not wanted any
// more before it was complete.
export async function insert(svg, picture, prepare, wanted) {
  const group = document.createElementNS(space, 'g')
  group.setAttribute('class', 'graph')
  group.setAttribute('transform', picture.transform)
  svg.append(group)
  for (let at = 0; at < picture.elements.length; at += slice) {
    if (at > 0) await frame()
    if (!wanted()) return false
    const elements = parse(picture.elements.slice(at, at + slice))
    elements.forEach(prepare)
    group.append(...elements)
  }
  return true
}

function parse(texts) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="${space}" xmlns:xlink="http://www.w3.org/1999/xlink">${texts.join('')}</svg>`, 'image/svg+xml')
  return [...svg.documentElement.children].map((e) => document.importNode(e, true))
}

// frame waits for the next frame; a page that is not shown has none.
const frame = () => new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(resolve)))
