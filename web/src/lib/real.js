// Real numbers of the language: fractions, added exactly, and written as the language writes them.

const form = /^(-?\d+)(?:\.(\d+))?(?:\/(\d+))?$/

// read takes a number apart into a numerator and a denominator; null of what is no number.
function read(text) {
  const [, whole, digits = '', below = '1'] = form.exec(text) ?? []
  return whole === undefined || /^0+$/.test(below) ? null : [BigInt(whole + digits), 10n ** BigInt(digits.length) * BigInt(below)]
}

// write writes a fraction as a decimal number, if there is one with at most 18 digits.
function write(n, d) {
  const common = gcd(n < 0n ? -n : n, d)
  const [above, below] = [n / common, d / common]
  for (let digits = 1; digits <= 18; digits++) {
    const scale = 10n ** BigInt(digits)
    if (scale % below !== 0n) continue
    const text = String((above < 0n ? -above : above) * (scale / below)).padStart(digits + 1, '0')
    return `${above < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
  }
  return `${above}/${below}`
}

function gcd(a, b) {
  while (b > 0n) [a, b] = [b, a % b]
  return a || 1n
}

// plus adds two numbers; if one of them is none, it returns the first.
export function plus(a, b, sign = 1n) {
  const [x, y] = [read(a), read(b)]
  return x && y ? write(x[0] * y[1] + sign * y[0] * x[1], x[1] * y[1]) : a
}

export const minus = (a, b) => plus(a, b, -1n)
