//go:build !linux

package subprocess

import "time"

// pause gives a child a moment to exit, on systems that cannot wait for it without reaping it.
func pause() { time.Sleep(100 * time.Millisecond) }
