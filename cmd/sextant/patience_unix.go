//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is how long processors have worked for this process.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
