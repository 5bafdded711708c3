//go:build !linux

package sandbox

import "runtime/debug"

// Variables are for the environment of a child.
var Variables []string

// limitMemory lets this process have so many bytes. Where the system has no limit that holds, the process looks at itself.
func limitMemory(bytes int64) error {
	debug.SetMemoryLimit(bytes * 3 / 4) // garbage is collected before the limit is met
	go watch(uint64(bytes))
	return nil
}
