package mutant

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// collector gathers the edits of a model from the syntax trees of its files. The compiler decides whether an edit gives a valid model.
type collector struct {
	edits  []edit
	consts map[string]bool // constants that have a value
}

// collect lists the edits of a model in the order of its text.
func collect(files []*diag.File) []edit {
	c := &collector{consts: map[string]bool{}}
	var trees []*syntax.File
	for _, f := range files {
		tree := syntax.Parse(f, &diag.List{})
		trees = append(trees, tree)
		for _, d := range tree.Decls {
			if k, ok := d.(*syntax.ConstDecl); ok && k.Value != nil {
				c.consts[k.Name.Text] = true
			}
		}
	}
	for _, tree := range trees {
		c.machine(tree.Decls)
	}
	return c.edits
}

func (c *collector) add(e edit) { c.edits = append(c.edits, e) }

// machine collects from the transitions of one machine, or of a file, and from the functions next to them.
func (c *collector) machine(decls []syntax.Decl) {
	var transitions []*syntax.TransitionDecl
	for _, d := range decls {
		if t, ok := d.(*syntax.TransitionDecl); ok {
			transitions = append(transitions, t)
		}
	}
	around := newSurroundings(transitions)
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.MachineDecl:
			c.machine(d.Items)
		case *syntax.FunctionDecl:
			c.expression("function "+d.Name.Text, d.Body.Span(), d.Body)
		case *syntax.TransitionDecl:
			c.transition(d, around)
		}
	}
}

// transition collects the edits of one transition.
func (c *collector) transition(t *syntax.TransitionDecl, around *surroundings) {
	name := t.Name.Text
	if !t.IsEvent && len(t.Branches) == 0 {
		c.target(t, t.To, around)
	}
	for _, b := range t.Branches {
		c.target(t, b.To, around)
		c.effects(t, b.Clauses, around)
	}
	guarded := false
	for _, clause := range t.Clauses {
		switch clause := clause.(type) {
		case *syntax.AnyClause:
			if clause.Where != nil {
				c.expression("choice of "+name, clause.Where.Span(), clause.Where)
			}
		case *syntax.WhenClause:
			guarded = true
			c.guard(name, clause)
		case *syntax.InClause:
			c.received(name, clause)
		}
	}
	sends := c.effects(t, t.Clauses, around)
	if !guarded {
		c.neverTaken(t)
	}
	if !sends {
		end := t.At.End
		c.extraOutput(t, diag.Span{File: t.At.File, Start: end, End: end}, " out ", around)
	}
}

// effects collects the edits of assignments and outputs, and reports whether there are outputs.
func (c *collector) effects(t *syntax.TransitionDecl, clauses []syntax.Clause, around *surroundings) (sends bool) {
	for _, clause := range clauses {
		switch clause := clause.(type) {
		case *syntax.DoClause:
			c.assignments(t.Name.Text, clause)
		case *syntax.OutClause:
			sends = true
			c.outputs(t.Name.Text, clause)
			c.extraOutput(t, diag.Span{File: clause.At.File, Start: clause.At.End, End: clause.At.End}, ", ", around)
		}
	}
	return sends
}

// target lets a transition, or a branch of it, stay where it is, or go to the location that follows its target.
func (c *collector) target(t *syntax.TransitionDecl, target syntax.Name, around *surroundings) {
	wrong := []string{t.From.Text, around.locationAfter(target.Text)}
	for _, to := range slices.Compact(wrong) {
		if to != target.Text {
			c.add(edit{WrongTarget, target.At, to, becomes("target of "+t.Name.Text, target.Text, to)})
		}
	}
}

// guard collects the edits of a guard.
func (c *collector) guard(name string, w *syntax.WhenClause) {
	about := "guard of " + name
	if w.Else {
		c.add(edit{DroppedGuard, w.At, "", becomes(about, "else", "true")})
		c.add(edit{DroppedTransition, w.At, "when false", becomes(about, "else", "false")})
		return
	}
	at, text := w.Cond.Span(), w.Cond.Span().Text()
	c.expression(about, at, w.Cond)
	c.add(edit{NegatedGuard, at, "not (" + text + ")", becomes(about, text, "not ("+text+")")})
	c.add(edit{DroppedGuard, w.At, "", becomes(about, text, "true")})
	c.add(edit{DroppedTransition, at, "false", becomes(about, text, "false")})
}

// neverTaken gives a transition without guard one that is false.
func (c *collector) neverTaken(t *syntax.TransitionDecl) {
	at := t.To.At
	if t.IsEvent {
		return
	}
	for _, clause := range t.Clauses {
		switch clause.(type) {
		case *syntax.AnyClause, *syntax.InClause:
			at = clause.Span()
		}
	}
	at.Start = at.End
	c.add(edit{DroppedTransition, at, " when false", becomes("guard of "+t.Name.Text, "true", "false")})
}
