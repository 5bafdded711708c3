package concolic

import (
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// piece is a row of steps, in a compact form since there are many, and without pointers since the garbage collector follows each pointer.
type piece struct {
	system *sts.System
	code   []byte       // of each step the number of its move and its parameters
	values []term.Value // the parameters of all steps, if one of them does not fit a word: then the code has none
}

// pieceOf returns steps of a system in the compact form. They are copied.
func pieceOf(s *sts.System, steps []Step) piece {
	out := piece{system: s}
	if slices.ContainsFunc(steps, func(s Step) bool { return !small(s.Params) }) {
		out.values = []term.Value{}
	}
	var buffer [256]byte
	code := buffer[:0]
	for _, s := range steps {
		code = binary.AppendUvarint(code, uint64(s.Move.ID))
		if out.values != nil {
			out.values = append(out.values, s.Params...)
			continue
		}
		for _, v := range s.Params {
			n, _ := v.Small()
			code = binary.AppendVarint(code, n)
		}
	}
	out.code = slices.Clone(code)
	return out
}

// small reports whether all values fit words.
func small(values []term.Value) bool {
	return !slices.ContainsFunc(values, func(v term.Value) bool {
		_, ok := v.Small()
		return !ok
	})
}

// next returns the first move of a code, and the code after its number.
func (p *piece) next(code []byte) (*sts.Move, []byte) {
	id, n := binary.Uvarint(code)
	return p.system.Moves()[id], code[n:]
}

// steps returns the steps.
func (p *piece) steps() []Step {
	var out []Step
	values := p.values
	for code := p.code; len(code) > 0; {
		var s Step
		s.Move, code = p.next(code)
		n := len(s.Move.Params)
		if p.values != nil {
			s.Params, values = values[:n:n], values[n:]
		} else {
			s.Params = make([]term.Value, n)
			for i := range s.Params {
				word, n := binary.Varint(code)
				s.Params[i], code = term.IntValue(word), code[n:]
			}
		}
		out = append(out, s)
	}
	return out
}

// moves returns the moves of the steps.
func (p *piece) moves() []*sts.Move {
	out := make([]*sts.Move, 0, len(p.code))
	for code := p.code; len(code) > 0; {
		var m *sts.Move
		if m, code = p.next(code); p.values == nil {
			for range m.Params {
				_, n := binary.Varint(code)
				code = code[n:]
			}
		}
		out = append(out, m)
	}
	return out
}
