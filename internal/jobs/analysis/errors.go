package analysis

// ErrNoTime is the error of an analysis that cannot treat clocks.
type ErrNoTime struct{ Text string }

// Error says what it cannot do, and what to do instead.
func (e *ErrNoTime) Error() string { return e.Text }
