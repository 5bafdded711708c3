//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
