package term

import "strconv"

// collection writes an operation on tuples and collections that is not written as a call.
func (p *printer) collection(t *Term) {
	switch t.op {
	case OpPart:
		p.term(t.args[0], precedenceUnary+1)
		p.WriteString("." + strconv.FormatInt(t.value.n, 10))
	case OpItems:
		p.items(t)
	case OpAt, OpGet:
		p.term(t.args[0], precedenceUnary+1)
		p.bracketed("", t.args[1])
	case OpSlice:
		p.term(t.args[0], precedenceUnary+1)
		p.bracketed(":", t.args[1:]...)
	case OpHas:
		p.list([]*Term{t.args[1], t.args[0]}, " in ", precedenceCompare+1)
	default:
		p.binder(t)
	}
}

func (p *printer) bracketed(separator string, terms ...*Term) {
	p.WriteByte('[')
	p.list(terms, separator, 0)
	p.WriteByte(']')
}

// items writes candidates: [a, b if c].
func (p *printer) items(t *Term) {
	brackets := "{}"
	if t.sort.Kind == KindSeq {
		brackets = "[]"
	}
	p.WriteByte(brackets[0])
	for i, c := range split(t.args, t.sort.Kind == KindMap) {
		if i > 0 {
			p.WriteString(", ")
		}
		p.term(c.key, 0)
		if c.value != nil {
			p.WriteString(": ")
			p.term(c.value, 0)
		}
		if !c.when.IsTrue() {
			p.WriteString(" if ")
			p.term(c.when, precedenceOr)
		}
	}
	p.WriteByte(brackets[1])
}

// binder writes an operation that ranges over a collection as a model writes it.
func (p *printer) binder(t *Term) {
	outer, bound, body := t.scoped()
	defer p.bind(t, bound)()
	switch t.op {
	case OpFilter:
		p.WriteByte('[')
		p.in(bound[0], outer[0])
		p.WriteString(" : ")
		p.term(body, 0)
		p.WriteByte(']')
	case OpEach:
		p.WriteByte('[')
		p.term(body, 0)
		p.WriteString(" for ")
		p.in(bound[0], outer[0])
		p.WriteByte(']')
	case OpAll:
		p.WriteString("forall ")
		p.in(bound[0], outer[0])
		p.WriteString(" :: ")
		p.term(body, 0)
	default:
		p.WriteString("fold " + p.name(bound[0]) + " = ")
		p.term(outer[1], precedenceOr)
		p.WriteString(" for ")
		p.in(bound[1], outer[0])
		p.WriteString(" :: ")
		p.term(body, 0)
	}
}

func (p *printer) in(element, collection *Term) {
	p.WriteString(p.name(element) + " in ")
	p.term(collection, precedenceCompare+1)
}
