//go:build !linux

package subprocess

import "time"

// pause gives a child a moment to exit, where its end cannot be awaited without taking it.
func pause() { time.Sleep(100 * time.Millisecond) }
