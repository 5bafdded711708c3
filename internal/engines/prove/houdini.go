package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Houdini's algorithm (C. Flanagan and K. R. M. Leino, Houdini, an Annotation Assistant for ESC/Java, 2001): from a set of
// candidates drop what an edge violates, until nothing is violated. What remains is the largest subset that is inductive as a
// whole. An edge from p to q keeps the candidates c of q if
//
//	I(p) and premises and not (all c after the step)      I(p) known facts and remaining candidates of p
//
// is unsat; an edge from Outside stands for the initial states and has no I(p). If it is sat, the model shows which candidates to drop, often
// many at once. If the solver cannot decide, or the model shows nothing, each candidate is queried alone, and only unsat keeps it. Two kinds
// of candidates need no query: those that follow syntactically from those of p; and those that p lacks although the step does not affect
// them, which are dropped (needlessly if I(p) excludes the step, but queries for that cost more than they gain). I(p) is reduced to the
// conjuncts that share variables with the query, which can only weaken the answer.

// Outside is where the edges of the initial states begin.
const Outside = -1

// Edge is a step from one place to another.
type Edge struct {
	From, To int
	Premises []*term.Term                     // what holds when the step is taken
	After    func(cond *term.Term) *term.Term // the condition before the step that cond holds after it

	mentioned map[*term.Term]bool // the variables of the premises
	open      []obligation        // what it keeps, by answers of unsat that a cross-check has yet to confirm
}

// obligation is that an edge keeps candidates: the conditions contradict each other.
type obligation struct{ conditions, candidates []*term.Term }

// Check sends a query to a solver. Unknown is an answer, not an error.
type Check func(smt.Query) (smt.Answer, error)

// Inductive drops candidates, which are listed by place, until those that are left hold whenever their place is entered.
func Inductive(store *term.Store, edges []Edge, candidates [][]*term.Term, check Check) ([][]*term.Term, error) {
	h := newHoudini(store, len(candidates), edges)
	if err := h.induce(func(place int) []*term.Term { return candidates[place] }, check); err != nil {
		return nil, err
	}
	out := make([][]*term.Term, len(candidates))
	for i := range out {
		out[i] = h.known[i].list
	}
	return out, nil
}

// houdini has the invariants of places. They are found in stages: results of earlier stages are not queried again.
type houdini struct {
	store    *term.Store
	edges    []Edge
	leaving  [][]int  // the numbers of edges, by source
	known    []*facts // by place: what was shown to hold
	proposed []*facts // by place: what is left of the candidates of the stage
	failed   int      // queries about several candidates that the solver could not decide
}

// maxFailed is how many queries about many candidates the solver may leave undecided before only single ones are made.
const maxFailed = 3

func newHoudini(store *term.Store, places int, edges []Edge) *houdini {
	h := &houdini{store: store, edges: edges, leaving: make([][]int, places), known: make([]*facts, places), proposed: make([]*facts, places)}
	for i := range places {
		h.known[i], h.proposed[i] = newFacts(nil), newFacts(nil)
	}
	for i := range edges {
		e := &edges[i]
		e.mentioned = map[*term.Term]bool{}
		for _, v := range term.Variables(e.Premises) {
			e.mentioned[v] = true
		}
		if e.From != Outside {
			h.leaving[e.From] = append(h.leaving[e.From], i)
		}
	}
	return h
}

// induce proposes candidates for every place, and adds those that are inductive, together with what is known already, to what is
// known. If it cannot finish, nothing is added.
func (h *houdini) induce(propose func(place int) []*term.Term, check Check) error {
	for i := range h.proposed {
		h.proposed[i] = newFacts(propose(i))
	}
	err := h.eliminate(check)
	for i, p := range h.proposed {
		if err == nil {
			h.known[i] = newFacts(append(h.known[i].list, p.list...))
		}
		h.proposed[i] = newFacts(nil)
	}
	return err
}

// eliminate goes over the edges until none violates a candidate and the queries that show this are confirmed. An edge is processed again when
// its source has lost one.
func (h *houdini) eliminate(check Check) error {
	queue := newEdgeQueue(len(h.edges))
	visit := func(e *Edge, look func(*Edge, Check) (dropped bool, err error)) error {
		dropped, err := look(e, check)
		if dropped {
			queue.add(h.leaving[e.To])
		}
		return err
	}
	for len(queue.waiting) > 0 {
		for len(queue.waiting) > 0 {
			if err := visit(&h.edges[queue.take()], h.settle); err != nil {
				return err
			}
		}
		for i := range h.edges {
			if err := visit(&h.edges[i], h.confirm); err != nil {
				return err
			}
		}
	}
	return nil
}

// edgeQueue is a queue of numbers of edges, each at most once.
type edgeQueue struct {
	waiting []int
	queued  []bool
}

// newEdgeQueue has all edges waiting.
func newEdgeQueue(n int) *edgeQueue {
	q := &edgeQueue{queued: make([]bool, n)}
	for i := range n {
		q.add([]int{i})
	}
	return q
}

func (q *edgeQueue) add(edges []int) {
	for _, e := range edges {
		if !q.queued[e] {
			q.waiting, q.queued[e] = append(q.waiting, e), true
		}
	}
}

func (q *edgeQueue) take() int {
	e := q.waiting[0]
	q.waiting, q.queued[e] = q.waiting[1:], false
	return e
}

// confirm sends the queries of an edge again that were provisional, and drops the candidates that are not kept after all; it reports
// whether there were any.
func (h *houdini) confirm(e *Edge, check Check) (dropped bool, err error) {
	open := e.open
	e.open = nil
	for _, o := range open {
		answer, err := check(smt.Query{Conjuncts: o.conditions})
		if err != nil {
			return dropped, err
		}
		if answer.Status != smt.Unsat {
			h.proposed[e.To].drop(o.candidates)
			dropped = true
		}
	}
	return dropped, nil
}

// settle drops the candidates of an edge's target that the edge violates, and reports whether there were any.
func (h *houdini) settle(e *Edge, check Check) (dropped bool, err error) {
	for {
		open := h.open(e)
		e.open = nil
		if len(open) == 0 {
			return dropped, nil
		}
		broken := e.unrelated(open)
		if len(broken) == 0 {
			broken, err = h.broken(e, open, check)
		}
		if err != nil || len(broken) == 0 {
			return dropped, err
		}
		h.proposed[e.To].drop(broken)
		dropped = true
	}
}

// outcome is a candidate of an edge's target, and the condition before the step that it holds after it.
type outcome struct{ candidate, after *term.Term }

// open lists the candidates of an edge's target that do not follow as written from what holds at its source.
func (h *houdini) open(e *Edge) []outcome {
	if e.From != Outside && h.neverEntered(e.From) {
		return nil
	}
	var out []outcome
	for _, c := range h.proposed[e.To].list {
		after := e.After(c)
		if !after.IsTrue() && (e.From == Outside || !h.known[e.From].imply(after) && !h.proposed[e.From].imply(after)) {
			out = append(out, outcome{c, after})
		}
	}
	return out
}

// unrelated lists the candidates that the source lacks and that the edge does not affect.
func (e *Edge) unrelated(open []outcome) []*term.Term {
	var out []*term.Term
	for _, o := range open {
		if e.From != Outside && o.after == o.candidate && !o.after.IsConst() && !o.after.MentionsIn(e.mentioned) {
			out = append(out, o.candidate)
		}
	}
	return out
}

// broken returns some of the open candidates that an edge violates; none if it keeps all of them.
func (h *houdini) broken(e *Edge, open []outcome, check Check) ([]*term.Term, error) {
	if len(open) > 1 && h.failed < maxFailed {
		var all []*term.Term
		for _, o := range open {
			all = append(all, o.after)
		}
		answer, err := h.provisional(e, open, h.store.And(all...), all, check)
		if err != nil || answer.Status == smt.Unsat {
			return nil, err
		}
		if answer.Status != smt.Sat {
			h.failed++
		} else if broken := h.refuted(open, answer.Model); len(broken) > 0 {
			return broken, nil
		}
	}
	var out []*term.Term
	for _, o := range open {
		answer, err := h.provisional(e, []outcome{o}, o.after, nil, check)
		if err != nil {
			return nil, err
		}
		if answer.Status != smt.Unsat {
			out = append(out, o.candidate)
		}
	}
	return out, nil
}

// provisional asks the solver whether an edge violates a condition that must hold after it, and for the values of the variables of
// wanted, if any. An answer unsat that no cross-check has confirmed is noted in e.open.
func (h *houdini) provisional(e *Edge, about []outcome, after *term.Term, wanted []*term.Term, check Check) (smt.Answer, error) {
	q := smt.Query{Conjuncts: h.situation(e, h.store.Not(after)), Provisional: true}
	if wanted != nil {
		q.Values = term.Variables(q.Conjuncts, wanted)
	}
	answer, err := check(q)
	if answer.Unconfirmed {
		o := obligation{conditions: q.Conjuncts}
		for _, a := range about {
			o.candidates = append(o.candidates, a.candidate)
		}
		e.open = append(e.open, o)
	}
	return answer, err
}

// refuted lists the candidates that a model breaks.
func (h *houdini) refuted(open []outcome, model smt.Model) []*term.Term {
	var out []*term.Term
	for _, o := range open {
		if v, err := h.store.Evaluate(o.after, model); err == nil && !v.Bool() {
			out = append(out, o.candidate)
		}
	}
	return out
}

// situation returns the conditions that hold when an edge is taken, with a further one.
func (h *houdini) situation(e *Edge, further *term.Term) []*term.Term {
	conditions := append(slices.Clone(e.Premises), further)
	if e.From == Outside {
		return conditions
	}
	return h.strengthen(e.From, conditions)
}

// strengthen adds to conditions those known or proposed at a place that share variables with them, directly or through one another.
func (h *houdini) strengthen(place int, conditions []*term.Term) []*term.Term {
	near := map[*term.Term]bool{}
	note := func(t *term.Term) {
		for _, v := range t.Vars() {
			near[v] = true
		}
	}
	for _, c := range conditions {
		note(c)
	}
	rest := slices.Concat(h.known[place].list, h.proposed[place].list)
	for added := true; added; {
		added = false
		var far []*term.Term
		for _, c := range rest {
			if !c.IsConst() && !c.MentionsIn(near) {
				far = append(far, c)
				continue
			}
			conditions = append(conditions, c)
			note(c)
			added = true
		}
		rest = far
	}
	return conditions
}

// size is the number of conditions that are known.
func (h *houdini) size() int {
	n := 0
	for _, f := range h.known {
		n += len(f.list)
	}
	return n
}

// neverEntered reports whether it is known, or proposed, that no run enters a place.
func (h *houdini) neverEntered(place int) bool {
	return h.known[place].never || h.proposed[place].never
}

// facts are conditions of a place.
type facts struct {
	list  []*term.Term
	set   map[*term.Term]bool
	ends  map[end]int64
	never bool // one of them is false: no run enters the place
}

// end is one side of the interval of a variable.
type end struct {
	variable *term.Term
	upper    bool
}

// endOf takes a bound of a variable apart: variable <= n or n <= variable.
func endOf(cond *term.Term) (e end, n int64, ok bool) {
	if cond.Op() != term.OpLe {
		return end{}, 0, false
	}
	left, right := cond.Args()[0], cond.Args()[1]
	if left.Op() == term.OpVar {
		n, ok = constant(right)
		return end{left, true}, n, ok
	}
	n, ok = constant(left)
	return end{right, false}, n, ok && right.Op() == term.OpVar
}

func newFacts(conditions []*term.Term) *facts {
	f := &facts{set: map[*term.Term]bool{}, ends: map[end]int64{}}
	for _, c := range conditions {
		if f.set[c] {
			continue
		}
		f.list, f.set[c] = append(f.list, c), true
		f.never = f.never || c.IsFalse()
		if e, n, ok := endOf(c); ok {
			if known, found := f.ends[e]; found && e.upper == (known < n) {
				n = known
			}
			f.ends[e] = n
		}
	}
	return f
}

// Tightest leaves out the bounds of a variable that follow from another bound of it.
func Tightest(conditions []*term.Term) []*term.Term {
	f := newFacts(conditions)
	return slices.DeleteFunc(f.list, func(c *term.Term) bool {
		e, n, ok := endOf(c)
		return ok && f.ends[e] != n
	})
}

// imply reports whether one of the facts implies a condition, as written.
func (f *facts) imply(cond *term.Term) bool {
	if f.set[cond] {
		return true
	}
	e, n, ok := endOf(cond)
	known, found := f.ends[e]
	return ok && found && (known == n || e.upper == (known < n))
}

// drop removes conditions.
func (f *facts) drop(conditions []*term.Term) {
	for _, c := range conditions {
		delete(f.set, c)
	}
	*f = *newFacts(slices.DeleteFunc(f.list, func(c *term.Term) bool { return !f.set[c] }))
}

func constant(t *term.Term) (int64, bool) {
	if !t.IsConst() {
		return 0, false
	}
	return t.Value().Small()
}
