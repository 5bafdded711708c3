package term

// Rewrite replaces subterms of t, from the root down: where replace returns a term, it takes the place of the subterm; where replace returns
// nil, the arguments are rewritten. It does not descend into terms that bind variables.
func (s *Store) Rewrite(t *Term, replace func(*Term) *Term) *Term {
	r := rewriting{store: s, replace: replace, done: map[*Term]*Term{}}
	return r.rewrite(t)
}

type rewriting struct {
	store   *Store
	replace func(*Term) *Term
	done    map[*Term]*Term
}

func (r *rewriting) rewrite(t *Term) *Term {
	if out := r.done[t]; out != nil {
		return out
	}
	out := r.replace(t)
	if out == nil {
		out = r.arguments(t)
	}
	r.done[t] = out
	return out
}

// arguments rewrites the arguments of a term.
func (r *rewriting) arguments(t *Term) *Term {
	if len(t.args) == 0 || t.Binds() {
		return t
	}
	args := make([]*Term, len(t.args))
	changed := false
	for i, a := range t.args {
		args[i] = r.rewrite(a)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	return r.store.rebuild(&step{term: t}, args)
}
