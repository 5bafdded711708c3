//go:build !unix

package crowd

import "time"

// realTime is not known in a bubble.
func realTime() time.Time { return time.Now() }
