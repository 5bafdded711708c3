package ioco

import (
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/history"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Possibility is a state that is compatible with the observations: a symbolic one, or, where nothing is open in it, a configuration. The
// symbolic form of a configuration is made only where it is needed; States, Initial and Take return possibilities that have it.
type Possibility struct {
	State   sts.SymbolicState
	Conds   []*term.Term
	Pending []sts.Message // outputs of the last step that were not observed yet
	Steps   int
	Calls   []smt.Call       // of functions that can be run, where the arguments are open
	Path    *history.Path    // one of those that lead here
	past    *history.History // shared, so it is not changed in place
	trail   *trail           // all ways that lead here; nil unless a run is explained
	witness witness.Witness  // of Conds
	lag     *term.Term       // in a timed system: the time from the instant of the state to the last observation; nil in others

	config *sts.Config   // if nothing is open: the state; then there are no conditions and no calls
	owed   []sut.Message // with config: Pending
	bare   bool          // with config: of State only Locations is set, and Pending is not
	unseen *unseen       // with config: a step from there whose first output will show what it chose; nil for none
}

// Owes reports whether outputs of the last step were not observed yet.
func (p *Possibility) Owes() bool { return len(p.Pending) > 0 || len(p.owed) > 0 || p.unseen != nil }

// Config returns the state if nothing in it is open, and nothing is due; otherwise nil.
func (p *Possibility) Config() *sts.Config {
	if p.Owes() {
		return nil
	}
	return p.config
}

// due returns the channel of the first output that is due.
func (p *Possibility) due() *sts.Channel {
	if p.unseen != nil {
		return p.unseen.move.Outputs[0].Channel
	}
	if len(p.owed) > 0 {
		return p.owed[0].Channel
	}
	return p.Pending[0].Channel
}

// paid drops the first output that is due.
func (p *Possibility) paid() {
	if len(p.owed) > 0 {
		p.owed = p.owed[1:]
	}
	if len(p.Pending) > 0 {
		p.Pending = p.Pending[1:]
	}
}

// count returns the number of messages in a queue.
func (p *Possibility) count(queue int) int {
	if p.config != nil {
		return p.config.Count(queue)
	}
	return p.State.Count(queue)
}

// terms calls f with the lists of terms that the possibility consists of, without its conditions.
func (p *Possibility) terms(f func([]*term.Term)) {
	f(p.State.Store)
	for _, q := range p.State.Queues {
		f(q.Items)
	}
	for _, m := range p.Pending {
		f(m.Args)
	}
	if p.lag != nil {
		f([]*term.Term{p.lag})
	}
}

// Simplify drops the conditions that say nothing about what is still known: the values of variables and of outputs that are
// due. They can hold together, and nothing that comes can change that.
func (p *Possibility) Simplify() {
	if len(p.Conds) == 0 && len(p.Calls) == 0 {
		return
	}
	live := map[*term.Term]bool{}
	mark := func(list []*term.Term) {
		for _, t := range list {
			for _, v := range t.Vars() {
				live[v] = true
			}
		}
	}
	p.terms(mark)
	kept := make([]bool, len(p.Conds))
	for changed := true; changed; {
		changed = false
		for i, c := range p.Conds {
			if !kept[i] && (len(c.Vars()) == 0 || c.MentionsIn(live)) {
				kept[i], changed = true, true
				mark(p.Conds[i : i+1])
			}
		}
	}
	var conds []*term.Term
	for i, c := range p.Conds {
		if kept[i] {
			conds = append(conds, c)
		}
	}
	p.Conds = conds
	p.Calls = slices.DeleteFunc(slices.Clone(p.Calls), func(c smt.Call) bool {
		return !slices.ContainsFunc(c.Results, func(v *term.Term) bool { return live[v] })
	})
}

// key identifies a possibility of the tracker. Where nothing is open the configuration decides, whether the symbolic form is there or not.
func (p *Possibility) key() string {
	if p.config == nil {
		return p.Key()
	}
	b := p.config.AppendKey(make([]byte, 0, 16*len(p.config.Values)))
	for _, m := range p.owed {
		b = sts.AppendValues(append(append(b, '!'), m.Channel.Name...), m.Values)
	}
	if p.unseen != nil {
		b = sts.AppendValues(strconv.AppendInt(append(b, '?'), int64(p.unseen.move.ID), 36), p.unseen.params)
	}
	if p.lag != nil {
		b = strconv.AppendUint(append(b, '+'), p.lag.ID(), 36)
	}
	return string(b)
}

// Key identifies a possibility that has its symbolic form, by where it is and what it holds.
func (p *Possibility) Key() string {
	b := make([]byte, 0, 16*len(p.State.Store))
	number := func(mark byte, n uint64) { b = strconv.AppendUint(append(b, mark), n, 36) }
	for _, l := range p.State.Locations {
		number('@', uint64(l))
	}
	for _, q := range p.State.Queues {
		number('|', uint64(q.Count))
	}
	for _, m := range p.Pending {
		b = append(append(b, '!'), m.Channel.Name...)
	}
	list := func(list []*term.Term) {
		b = append(b, ';')
		for _, t := range list {
			number(' ', t.ID())
		}
	}
	p.terms(list)
	list(p.Conds)
	return string(b)
}

// reduce drops what cannot matter any more, and makes the possibility a configuration if nothing is open in it.
func (k *knowledge) reduce(p *Possibility) {
	p.Simplify()
	if !k.slow {
		p.determine()
		k.renumber(p)
	}
}
