package sandbox

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
)

// slack is the address space that the sandbox itself may need: stacks of threads, gaps, partly used arenas of 64 MiB.
const slack = 192 << 20

// Variables are for the environment of a child. The C library reserves 64 MiB for each thread, unless its settings limit it to one arena.
var Variables = []string{"MALLOC_ARENA_MAX=1"}

// limitMemory allows this process to allocate a number of additional bytes. A request beyond that and the slack ends it. The limit applies to
// the address space: Go reserves addresses before it uses them, and the system does not count memory that replaces a reservation.
func limitMemory(bytes int64) error {
	have, err := addressSpace()
	if err != nil {
		return fmt.Errorf("the memory of the interpreter cannot be measured: %w", err)
	}
	most := uint64(have + bytes + slack)
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("the memory of the interpreter cannot be limited: %w", err)
	}
	debug.SetMemoryLimit(bytes * 3 / 4) // garbage is collected before the limit is reached
	return nil
}

// addressSpace returns how many bytes of addresses this process has.
func addressSpace() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages int64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return 0, err
	}
	return pages * int64(os.Getpagesize()), nil
}
