//go:build !unix

package main

import "time"

// processorTime returns the real time, since the processor time is unknown.
func processorTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
