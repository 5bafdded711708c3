// Draws a tree on a canvas: only what is in sight, and with less detail the smaller it is.
import { columnWidth, nodeWidth, rowHeight, toneOf, visible } from './tree.js'
import { trim } from './format.js'

const tones = {
  plain: ['--node', '--node-line', '--ink'],
  start: ['--ink', '--ink', '--panel'],
  pruned: ['--soft', '--unreachable', '--muted'],
  cover: ['--covered-soft', '--covered', '--covered'],
  unknown: ['--doubtful-soft', '--doubtful', '--doubtful'],
  finding: ['--bad-soft', '--bad', '--bad'],
  unexpanded: ['--panel', '--line-strong', '--muted'],
}
const signs = { finding: '✗ ', unknown: '? ', cover: '✓ ', pruned: '≡ ', unexpanded: '… ' }

// readColors reads the variables of the style sheet once for each theme.
export function readColors() {
  const style = getComputedStyle(document.documentElement)
  const get = (name) => style.getPropertyValue(name).trim()
  const out = { line: get('--line-strong'), accent: get('--accent'), muted: get('--muted'), faint: get('--line') }
  for (const [tone, names] of Object.entries(tones)) out[tone] = names.map(get)
  return out
}

// paint draws the layout as the view shows it: x, y and scale. found is the set of ids that a filter wants, or null;
// folded has the numbers of states below folded ones.
export function paint(context, layout, view, { colors, selected, path, found, folded, width, height }) {
  const { x, y, scale } = view
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  context.clearRect(0, 0, width, height)
  const frame = { left: -x / scale, right: (width - x) / scale, top: -y / scale - rowHeight, bottom: (height - y) / scale + rowHeight, gap: 1.6 / scale }
  const seen = []
  visible(layout, { ...frame, left: frame.left - columnWidth, right: frame.right + columnWidth }, (p) => seen.push(p))
  drawEdges(context, layout, seen, view, colors, path)
  if (scale * rowHeight < 7) drawDots(context, seen, view, colors, found)
  else drawBoxes(context, seen, view, colors, found, selected, folded)
  if (selected != null) ring(context, layout.places.get(selected), view, colors)
}

// drawEdges draws the lines to parents, and those of the chosen path over them. A path of few lines is drawn faster than one of many.
function drawEdges(context, layout, seen, { x, y, scale }, colors, path) {
  const chosen = []
  context.strokeStyle = colors.line
  context.lineWidth = 1
  context.beginPath()
  seen.forEach((p, i) => {
    const from = layout.places.get(p.parent)
    if (!from) return
    if (path.has(p.node.id)) chosen.push([from, p])
    line(context, from, p, x, y, scale)
    if (i % batch === 0) {
      context.stroke()
      context.beginPath()
    }
  })
  context.stroke()
  if (chosen.length === 0) return
  context.beginPath()
  for (const [from, p] of chosen) line(context, from, p, x, y, scale)
  context.strokeStyle = colors.accent
  context.lineWidth = 2.5
  context.stroke()
}

const batch = 100

function line(context, from, to, x, y, scale) {
  const x1 = x + (from.x + nodeWidth) * scale
  const x2 = x + to.x * scale
  const y1 = y + from.y * scale
  const y2 = y + to.y * scale
  if (scale < 0.25) {
    context.moveTo(x1, y1)
    context.lineTo(x2, y2)
    return
  }
  const middle = (x1 + x2) / 2
  context.moveTo(x1, y1)
  context.bezierCurveTo(middle, y1, middle, y2, x2, y2)
}

// drawDots draws states as bars, one fill for each tone.
function drawDots(context, seen, { x, y, scale }, colors, found) {
  const groups = {}
  for (const p of seen) (groups[found && !found.has(p.node.id) ? 'faint' : toneOf(p.node)] ??= []).push(p)
  const h = Math.max(1.6, rowHeight * 0.62 * scale)
  const w = Math.max(2, nodeWidth * scale)
  for (const [tone, list] of Object.entries(groups)) {
    context.fillStyle = tone === 'faint' ? colors.faint : colors[tone][1]
    for (const p of list) context.fillRect(x + p.x * scale, y + p.y * scale - h / 2, w, h)
  }
}

function drawBoxes(context, seen, { x, y, scale }, colors, found, selected, folded) {
  const h = rowHeight * 0.8 * scale
  const w = nodeWidth * scale
  const size = Math.max(6, 11 * scale)
  const letters = Math.floor(w / (size * 0.56))
  context.textBaseline = 'middle'
  context.font = `${size}px system-ui, sans-serif`
  for (const p of seen) {
    const tone = toneOf(p.node)
    const [fill, edge, ink] = colors[tone]
    const left = x + p.x * scale
    const middle = y + p.y * scale
    context.globalAlpha = found && !found.has(p.node.id) ? 0.25 : 1
    context.fillStyle = fill
    context.strokeStyle = edge
    context.lineWidth = p.node.id === selected ? 2.5 : 1
    context.setLineDash(p.node.pruned || p.node.unexpanded ? [3, 2] : [])
    context.beginPath()
    context.roundRect(left, middle - h / 2, w, h, 3 * scale)
    context.fill()
    context.stroke()
    context.fillStyle = ink
    context.fillText(trim(label(p.node, tone), Math.max(3, letters)), left + 4 * scale, middle + 0.5)
    if (folded.has(p.node.id)) {
      context.fillStyle = colors.accent
      context.fillText(`+${folded.get(p.node.id).toLocaleString('en')}`, left + w + 4 * scale, middle + 0.5)
    }
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

const label = (n, tone) => (signs[tone] ?? '') + (n.move ? `${n.move} → ${n.location}` : n.location || 'start')

function ring(context, p, { x, y, scale }, colors) {
  if (!p) return
  const h = Math.max(8, rowHeight * 0.8 * scale + 5)
  const w = Math.max(10, nodeWidth * scale + 5)
  context.strokeStyle = colors.accent
  context.lineWidth = 2.5
  context.strokeRect(x + p.x * scale - 2.5, y + p.y * scale - h / 2, w, h)
}
