package contract

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Promises returns the conditions that hold for the calls of a move if all functions keep the contracts in force: the postcondition of every
// behaviour whose precondition holds. Where no precondition holds, any result is possible.
func (c Choice) Promises(s *sts.System) func(*sts.Move) []*term.Term {
	return func(m *sts.Move) []*term.Term {
		var out []*term.Term
		for _, call := range m.Calls {
			if k := c[call.Extern]; k != nil {
				out = append(out, promised(s.Store, m, call, k)...)
			}
		}
		return out
	}
}

// promised replaces the formal parameters of a contract by a call of a move.
func promised(s *term.Store, m *sts.Move, call sts.Call, k *sts.Contract) []*term.Term {
	by := map[*term.Term]*term.Term{}
	for i, v := range call.Extern.Inputs {
		by[v] = call.Args[i]
	}
	for i, v := range call.Extern.Output {
		by[v] = m.Params[call.Results[i]].Term
	}
	var out []*term.Term
	for _, b := range k.Behaviors {
		out = append(out, s.Substitute(s.Implies(b.Pre, b.Post), by))
	}
	return out
}
