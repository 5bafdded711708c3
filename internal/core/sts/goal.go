package sts

import "github.com/sextant-mbt/sextant/internal/core/term"

// Goal is a coverage goal that depends on values, such as a guard at its limit. Any of its steps reaches it.
type Goal struct {
	Name  string
	Steps []GoalStep
}

// GoalStep is a move that is taken where a condition holds.
type GoalStep struct {
	Move *Move
	Cond *term.Term // over the slots before the step, and the parameters of the move
}
