// Texts for people.

export function seconds(n) {
  if (n == null) return ''
  if (n <= 0) return '0 s'
  if (n < 0.001) return `${Math.round(n * 1e6)} µs`
  if (n < 1) return `${Math.round(n * 1000)} ms`
  if (n < 90) return `${n.toFixed(n < 10 ? 2 : 1)} s`
  return `${Math.floor(n / 60)} min ${Math.round(n % 60)} s`
}

export const percent = (part, whole) => (whole > 0 ? `${Math.round((100 * part) / whole)}%` : '–')

export const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`

export const count = (n) => (n == null ? '' : n.toLocaleString('en'))

export function moment(text) {
  const t = new Date(text)
  if (!text || isNaN(t)) return ''
  const today = new Date().toDateString() === t.toDateString()
  const time = t.toLocaleTimeString('en-GB')
  return today ? time : `${t.toISOString().slice(0, 10)} ${time.slice(0, 5)}`
}

// runName tells a run of an analysis from others.
export const runName = (r) => [r.analysis, ...(r.args ?? []), moment(r.begun)].join(' ')

// message writes a message of a channel with its payload as data.
export function message(m) {
  if (!m) return ''
  if (m.message) return m.message
  return `${m.channel}(${(m.payload ?? []).map(value).join(', ')})`
}

export function value(v) {
  if (v === null || v === undefined) return '_'
  return typeof v === 'object' || typeof v === 'string' ? JSON.stringify(v) : String(v)
}

export const trim = (text, length) => (text.length > length ? text.slice(0, length - 1) + '…' : text)

// options writes the options of a run as flags.
export function options(o) {
  return Object.entries(o ?? {})
    .flatMap(([name, values]) => values.map((v) => (v === 'true' ? `--${name}` : `--${name} ${v}`)))
    .join(' ')
}
