package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// What an assignment refers to, by the names that were written: an array is one variable, and a call of a function refers to
// what its body reads. Folding and simplification lose this, so it is recorded while names are resolved.

// reads collects what an expression reads.
type reads struct {
	lowering *transitionLowering
	vars     map[int]bool // by index into System.Vars
	params   map[int]bool // by index into Transition.Params
}

// recordReads collects from here on, until read is set to nil.
func (tl *transitionLowering) recordReads() *reads {
	r := &reads{lowering: tl, vars: map[int]bool{}, params: map[int]bool{}}
	tl.read = r.note
	return r
}

// note records a name. Locals of functions and quantifiers are skipped: what they stand for was recorded elsewhere.
func (r *reads) note(o *object) {
	switch {
	case o.kind == kindVar:
		if v := r.variable(o); v >= 0 {
			r.vars[v] = true
		}
	case o.kind == kindLocal && r.lowering.local.names[o.name.Text] == o && o.value.ok() && len(o.value.terms) > 0:
		for i, p := range r.lowering.t.Params {
			if p.Term == o.value.terms[0] {
				r.params[i] = true
			}
		}
	}
}

// variable is the index of a variable, or -1.
func (r *reads) variable(o *object) int {
	return slices.IndexFunc(r.lowering.system.Vars, func(v sts.Var) bool { return v.First == o.first && v.Type.Size() > 0 && !v.Frozen })
}

// assignTo adds what was read as an assignment to a target. Assignments of parts of one variable at once are one.
func (r *reads) assignTo(group []sts.Assignment, lv *lvalue, span diag.Span) []sts.Assignment {
	target := r.variable(lv.object)
	if target < 0 {
		return group
	}
	a := sts.Assignment{Target: target, Text: strings.Join(strings.Fields(span.Text()), " ")}
	for i, old := range group {
		if old.Target == target {
			r.take(old)
			group = slices.Delete(group, i, i+1)
			break
		}
	}
	a.Vars, a.Params = slices.Sorted(maps.Keys(r.vars)), slices.Sorted(maps.Keys(r.params))
	return append(group, a)
}

// take adds what another assignment refers to.
func (r *reads) take(a sts.Assignment) {
	for _, v := range a.Vars {
		r.vars[v] = true
	}
	for _, p := range a.Params {
		r.params[p] = true
	}
}
