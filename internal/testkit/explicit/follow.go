package explicit

// Follow executes the model from every initial state, with a memory of what was taken: advance returns the memory after a transition, given
// by its qualified name. It returns the memories of all runs, and whether all states were seen.
func (m *Model) Follow(limit int, memory string, advance func(memory, transition string) string) (memories map[string]bool, complete bool) {
	type pair struct {
		*state
		memory string
	}
	memories, s := map[string]bool{}, &Seen{BadStart: map[string]bool{}}
	known := map[string]bool{}
	var waiting []pair
	add := func(st *state, memory string) {
		if key := st.key() + "|" + memory; !known[key] {
			known[key], memories[memory] = true, true
			waiting = append(waiting, pair{st, memory})
		}
	}
	m.starts(s, func(st *state) { add(st, memory) })
	for len(waiting) > 0 && len(known) <= limit {
		st := waiting[0]
		waiting = waiting[1:]
		m.follow(st.state, func(t *transition, next *state) { add(next, advance(st.memory, m.qualified(t))) })
	}
	return memories, len(waiting) == 0
}

// follow takes the steps that are possible in a state, but for those that run into model errors.
func (m *Model) follow(st *state, do func(*transition, *state)) {
	for _, t := range m.steps {
		for _, p := range m.received(st, t) {
			if enabled, err := m.enabled(st, t, p); err != nil || !enabled {
				continue
			}
			if next, _, err := m.step(st, t, p); err == nil {
				do(t, next)
			}
		}
	}
}
