package sandbox

import (
	"fmt"
	"os"
	"runtime/metrics"
	"time"
)

// watchPause is the time between two checks of the memory.
const watchPause = 5 * time.Millisecond

// watch ends the process when it exceeds its memory limit. Requested memory counts before it is used, so a single large request is noticed
// before its pages are allocated.
func watch(bytes uint64) {
	for {
		if used := allocated(); used > bytes {
			fmt.Fprintf(os.Stderr, "out of memory: %d bytes in use\n", used)
			os.Exit(1)
		}
		time.Sleep(watchPause)
	}
}

// allocated returns the bytes that Go got from the system and did not return.
func allocated() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
