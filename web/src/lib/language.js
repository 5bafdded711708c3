// The words of the language of models, for highlighting.
import { StreamLanguage } from '@codemirror/language'

const words = new Set(
  `import const type input output channel fifo extern function assume invariant predicates purpose machine instance var initial final
   location event any where when in do out table run contract behavior requires ensures enum record exists forall if then else not and
   or system`.split(/\s+/),
)
const types = new Set('bool int nat real string int8 int16 int32 int64 uint8 uint16 uint32 uint64'.split(' '))
const atoms = new Set('true false'.split(' '))

// Words that are names elsewhere, with what follows them where they are words.
const soft = {
  clock: /^\s+[\p{L}_][\p{L}\p{Nd}_]*\s*(?:,|#|$)/u,
  feature: /^\s+[\p{L}_][\p{L}\p{Nd}_]*\s*(?:,|#|$)/u,
  features: /^\s+valid\s+when\b/,
  classify: /^\s+[\p{L}_][\p{L}\p{Nd}_]*\s*:/u,
  case: /^\s+[^:,;]*\bof\s*\{/,
  of: /^\s*\{/,
}

function token(stream) {
  if (stream.eatSpace()) return null
  if (stream.match(/^#.*/)) return 'comment'
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^(?:0x[0-9a-fA-F_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?)/)) return 'number'
  if (stream.match(/^[\p{L}_][\p{L}\p{Nd}_]*/u)) return nameKind(stream)
  if (stream.match(/^(?:->|:=|::|<=>|=>|==|!=|<=|>=|<<|>>|\.\.|[-+*/%<>&|^~=?@])/)) return 'operator'
  stream.next()
  return null
}

function nameKind(stream) {
  const name = stream.current()
  if (words.has(name) || (Object.hasOwn(soft, name) && stream.match(soft[name], false))) return 'keyword'
  if (types.has(name)) return 'typeName'
  if (atoms.has(name)) return 'atom'
  return stream.match(/^\s*:\s*[\p{L}_][\p{L}\p{Nd}_.]*\s*->/u, false) ? 'labelName' : 'variableName'
}

export const sextantLanguage = StreamLanguage.define({
  name: 'sextant',
  token,
  languageData: { commentTokens: { line: '#' } },
})
