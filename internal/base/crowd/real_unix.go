//go:build unix

package crowd

import (
	"syscall"
	"time"
)

// realTime asks the operating system, since package time does not say it in a bubble.
func realTime() time.Time {
	var now syscall.Timeval
	if err := syscall.Gettimeofday(&now); err != nil {
		return time.Now()
	}
	return time.Unix(now.Unix())
}
