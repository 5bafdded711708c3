//go:build !unix

package main

import "time"

// processorTime is the time itself, where the work of processors is not known.
func processorTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
