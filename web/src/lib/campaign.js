// Campaigns: what the pictures of repeated tests show.

// curves lists the curves of the estimates of a choice, or of a rate.
export const choiceCurves = (campaign, after) => (campaign.convergence ?? []).filter((c) => c.kind === 'frequencies' && c.after === after)
export const rateCurves = (campaign, name) => (campaign.convergence ?? []).filter((c) => c.kind === 'rate' && c.name === name)

// span returns the numbers of runs of curves; null if there are fewer than two.
export function span(curves) {
  const runs = curves.flatMap((c) => [c.points[0].runs, c.points.at(-1).runs])
  const low = Math.min(...runs)
  const high = Math.max(...runs)
  return low > 0 && high > low ? [low, high] : null
}

// estimates returns the range of the values of a curve; an interval without an upper end is cut off.
export function estimates(curve) {
  const most = 4 * curve.value
  return [Math.min(curve.value, ...curve.points.map((p) => p.low)), Math.max(curve.value, ...curve.points.map((p) => Math.min(p.high, most)))]
}

// path draws a line through points.
export const path = (points, x, y) => points.map(([a, b], i) => `${i === 0 ? 'M' : 'L'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('')

// band draws the area of the intervals of a curve.
export function band(curve, x, y) {
  const up = curve.points.map((p) => [p.runs, p.low])
  const down = curve.points.map((p) => [p.runs, p.high]).reverse()
  return path([...up, ...down], x, y) + 'Z'
}

// density lists the points of the law of the model in a histogram: the expected count in the middle of each bar.
export const density = (bins) => bins.map((b) => [(b.from + b.to) / 2, b.expected])

// share writes a probability.
export const share = (n) => n.toFixed(3)

// digits writes a number with few digits; one that stands for no bound is left out.
export const digits = (n) => (n === undefined || n === null ? '' : n > 1e300 ? '∞' : Number(n.toPrecision(4)).toString())
