package efsmjson

// kind is the kind of value of a name or an expression. Kinds are found by unification: two kinds that must be one are joined.
type kind struct {
	base   base
	joined *kind
}

type base uint8

const (
	open base = iota // not known yet
	number
	decimal
	truth
	character
	words
)

// baseTypes are the types of the language; an open kind becomes a number.
var baseTypes = map[base]string{open: "int", number: "int", decimal: "real", truth: "bool", character: characterType, words: "string"}

// baseNames are for messages.
var baseNames = map[base]string{open: "anything", number: "an integer", decimal: "a decimal number",
	truth: "a Boolean", character: "a character", words: "a string"}

// newKind is a kind of its own, not joined with any other.
func newKind(b base) *kind { return &kind{base: b} }

// root represents all kinds that k was joined with.
func (k *kind) root() *kind {
	root := k
	for root.joined != nil {
		root = root.joined
	}
	for k.joined != nil { // the next search is short
		k, k.joined = k.joined, root
	}
	return root
}

// known is the kind as known so far.
func (k *kind) known() base { return k.root().base }

// join makes one kind of two; false if they differ. An integer joins with a decimal, and both are decimals then.
func (k *kind) join(other *kind) bool {
	a, b := k.root(), other.root()
	switch {
	case a == b:
		return true
	case b.base == open, a.base == decimal && b.base == number:
		b.joined = a
		return true
	case a.base == open, a.base == number && b.base == decimal:
		a.joined = b
		return true
	case a.base == b.base:
		b.joined = a
		return true
	}
	return false
}
