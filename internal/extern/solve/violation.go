package solve

import (
	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Contracts beside tables: what a contract promises is a hint where a wanted result may lie, and a promise that every real
// row is held to.

// Violation is a row that a behaviour of the contract does not allow.
type Violation struct {
	Extern   *sts.Extern
	Behavior sts.Behavior
	Row      table.Row
}

// check holds a row to the contract. Conditions over frozen constants, or with quantifiers that cannot be enumerated, are
// passed over.
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
			fn.broke = append(fn.broke, Violation{fn.extern, b, r})
			fn.mu.Unlock()
		}
	}
}

func (fn *function) violates(b sts.Behavior, values map[*term.Term]term.Value) bool {
	for _, v := range append(append([]*term.Term(nil), b.Pre.Vars()...), b.Post.Vars()...) {
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
	for _, x := range f.system.Externs {
		if fn := f.byName[x.Name]; fn != nil {
			fn.mu.Lock()
			out = append(out, fn.broke...)
			fn.mu.Unlock()
		}
	}
	return out
}

// promises are what the contracts say about calls.
func (t *search) promises() []*term.Term {
	var out []*term.Term
	for _, c := range t.calls {
		fn := t.functions.byName[c.Function]
		if fn.contract == nil {
			continue
		}
		for _, b := range fn.contract.Behaviors {
			out = append(out, t.promise(fn.extern, c, b))
		}
	}
	return out
}

func (t *search) promise(x *sts.Extern, c smt.Call, b sts.Behavior) *term.Term {
	system := t.functions.system
	return t.store.Implies(system.Instantiate(sts.SymbolicCall{Extern: x, Args: c.Args, Results: c.Results}, b.Pre), system.Instantiate(sts.SymbolicCall{Extern: x, Args: c.Args, Results: c.Results}, b.Post))
}
