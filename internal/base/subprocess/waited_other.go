//go:build !linux

package subprocess

import "time"

// Waited returns 0: the system does not say how long processes wait for a processor.
func Waited(int) time.Duration { return 0 }
