// The words of the language of models, for highlighting.
import { StreamLanguage } from '@codemirror/language'

const words = new Set(
  `import const type input output channel fifo extern function assume invariant predicates purpose machine instance var clock initial
   final location event any where when in do out table run contract behavior requires ensures enum record exists forall if then else
   not and or system case of while`.split(/\s+/),
)
const types = new Set('bool int nat real string bytes list set map option uint8 uint16 uint32 uint64 int8 int16 int32 int64'.split(' '))
const atoms = new Set(['true', 'false', 'none', 'result'])

function token(stream) {
  if (stream.eatSpace()) return null
  if (stream.match(/#.*/)) return 'comment'
  if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/0x[0-9a-fA-F]+|\d+(\.\d+)?/)) return 'number'
  if (stream.match(/[A-Za-z_][A-Za-z_0-9]*/)) return nameKind(stream)
  if (stream.match(/->|:=|<=>|=>|==|!=|<=|>=|[-+*/%<>&|^~?]/)) return 'operator'
  stream.next()
  return null
}

function nameKind(stream) {
  const name = stream.current()
  if (words.has(name)) return 'keyword'
  if (types.has(name)) return 'typeName'
  if (atoms.has(name)) return 'atom'
  return stream.match(/^\s*:\s*[\w.]+\s*->/, false) ? 'labelName' : 'variableName'
}

export const sextantLanguage = StreamLanguage.define({
  name: 'sextant',
  token,
  languageData: { commentTokens: { line: '#' } },
})
