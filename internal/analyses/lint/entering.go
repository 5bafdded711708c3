package lint

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// entering finds transitions whose guard can be true although the condition of their target location would be false: they cannot be taken
// then, which is easy to overlook.
func (l *linter) entering(ctx context.Context, g *group, list *diag.List) error {
	for i, t := range g.members {
		to := &g.machine.Locations[t.To]
		if to.While == nil {
			continue
		}
		violated, model, err := l.possible(ctx, g.guards[i], l.system.Store.Not(g.after(l.system, t)))
		if err != nil {
			return err
		}
		if violated && model != nil {
			list.Notef(diag.CodeWhileViolated, t.Span, "%s cannot be taken where it would enter %s against its condition %s%s", t.Name, to.Name, to.While, g.when(l.system, model)).
				WithHint("reset the clock, or add the condition to the guard")
		}
	}
	return nil
}

// after is the condition of the location that a transition leads to, in the state after it, over the payload of the first member.
func (g *group) after(system *sts.System, t *sts.Transition) *term.Term {
	first, payload := g.members[0], map[*term.Term]*term.Term{}
	for i, p := range t.ReceiveArgs {
		payload[t.Params[p].Term] = first.Params[first.ReceiveArgs[i]].Term
	}
	return system.Store.Substitute(system.Store.Substitute(g.machine.Locations[t.To].While, system.Assigned(t.Updates)), payload)
}
