// Products of a product line.
import { plural } from './format.js'

// products writes a set of products: its formula, and how many there are.
export function products(p) {
  const words = p.count > 0 ? `${p.formula} (${plural(p.count, 'product')})` : p.formula
  return p.exact ? words : `at least ${words}`
}

// coveredProducts lists the goals of a count of coverage that are covered for some products: [{ name, products }].
export const coveredProducts = (tally) => (tally.reached ?? []).filter((h) => h.products)

// sampleText says what a proposal of products is for.
export const sampleText = (s) =>
  s.strength > 0 ? `with all possible combinations of the values of ${plural(s.strength, 'feature')}` : 'to cover every transition in every way to be a product that has it'
