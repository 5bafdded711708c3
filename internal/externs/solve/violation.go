package solve

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Contracts together with tables: a contract suggests inputs for a required result, and every real row is checked against it.

// Violation is a row that a behaviour of the contract does not allow.
type Violation struct {
	Extern   *sts.Extern
	Behavior sts.Behavior
	Row      table.Row
}

// check checks a row against the contract. Conditions over frozen constants, or with quantifiers that cannot be enumerated, are
// skipped.
func (fn *function) check(r table.Row) {
	if fn.contract == nil {
		return
	}
	values := map[*term.Term]term.Value{}
	for i, v := range fn.extern.Inputs {
		values[v] = r.Args[i]
	}
	for i, v := range fn.extern.Output {
		values[v] = r.Result[i]
	}
	for _, b := range fn.contract.Behaviors {
		if fn.violates(b, values) {
			fn.mu.Lock()
			fn.violations = append(fn.violations, Violation{fn.extern, b, r})
			fn.mu.Unlock()
		}
	}
}

func (fn *function) violates(b sts.Behavior, values map[*term.Term]term.Value) bool {
	for _, v := range term.Variables([]*term.Term{b.Pre, b.Post}) {
		if _, known := values[v]; !known {
			return false
		}
	}
	pre, err := fn.store.Evaluate(b.Pre, values)
	if err != nil || !pre.Bool() {
		return false
	}
	post, err := fn.store.Evaluate(b.Post, values)
	return err == nil && !post.Bool()
}

// Violations lists the rows that violate contracts, in order of declaration.
func (f *Functions) Violations() []Violation {
	var out []Violation
	for fn := range f.locked() {
		out = append(out, fn.violations...)
	}
	return out
}

// promises returns what the contracts guarantee for the calls.
func (t *search) promises() []*term.Term {
	var out []*term.Term
	for _, c := range t.calls {
		if c.function.contract == nil {
			continue
		}
		for _, b := range c.function.contract.Behaviors {
			out = append(out, t.functions.system.Instantiate(c.SymbolicCall, t.store.Implies(b.Pre, b.Post)))
		}
	}
	return out
}
