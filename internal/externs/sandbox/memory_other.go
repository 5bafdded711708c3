//go:build !linux

package sandbox

import "runtime/debug"

// Variables are for the environment of a child.
var Variables []string

// limitMemory limits the memory of this process. Where the system has no reliable limit, the process watches itself.
func limitMemory(bytes int64) error {
	debug.SetMemoryLimit(bytes * 3 / 4) // garbage is collected before the limit is reached
	go watch(uint64(bytes))
	return nil
}
