package subprocess

import "time"

// Usage is how much of the processors a program got: how long it has run, and how long it has waited for a processor that others used. The
// figures are those of the first thread. Where the system does not report them, both are 0.
type Usage struct{ Ran, Waited time.Duration }

// Since returns the usage since an earlier moment.
func (u Usage) Since(before Usage) Usage {
	return Usage{max(0, u.Ran-before.Ran), max(0, u.Waited-before.Waited)}
}
