package smt

import (
	"slices"
	"sync"
)

// Spares keeps the programs of solvers that are closed, for solvers that are opened later: starting a program takes longer than many queries.
// A program is reset before another solver uses it, so that its answers are those of a new one. A nil *Spares keeps none.
type Spares struct {
	mu   sync.Mutex
	idle []spare
	over bool // Close was called
}

// spare is an unused program.
type spare struct {
	command []string
	child   *child
}

// put keeps a child that has answered all its queries; it returns false if the child is not kept.
func (s *Spares) put(command []string, c *child) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return false
	}
	s.idle = append(s.idle, spare{command, c})
	return true
}

// take returns a child that was started by a command; nil if there is none.
func (s *Spares) take(command []string) *child {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.idle, func(x spare) bool { return slices.Equal(x.command, command) })
	if i < 0 {
		return nil
	}
	c := s.idle[i].child
	s.idle = slices.Delete(s.idle, i, i+1)
	return c
}

// Close ends the programs that are kept, and waits for them. Later programs are not kept.
func (s *Spares) Close() {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.over = nil, true
	s.mu.Unlock()
	for _, x := range idle {
		_ = x.child.End()
	}
}
