package statespace

// Alone returns options with which so many states, at least 1, are expanded before others are expanded ahead.
func (o Options) Alone(states int) Options {
	o.alone = states
	return o
}

// Scouted returns the number of states that were expanded ahead.
func (s *Space) Scouted() int { return s.scouted }
