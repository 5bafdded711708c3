package subprocess

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Waited returns how long the threads of a process, and of its descendants, have waited for a processor that others used, all together. It is
// 0 where the system does not say it.
func Waited(pid int) time.Duration {
	sum := threadsWaited(pid)
	for _, child := range children(pid) {
		sum += Waited(child)
	}
	return sum
}

func threadsWaited(pid int) (sum time.Duration) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		var ran, waited time.Duration
		if _, err := fmt.Sscan(string(text), (*int64)(&ran), (*int64)(&waited)); err == nil {
			sum += waited
		}
	}
	return sum
}

// children lists the processes that the threads of a process have started, and that have not ended.
func children(pid int) (out []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, word := range strings.Fields(string(text)) {
			var child int
			if _, err := fmt.Sscan(word, &child); err == nil {
				out = append(out, child)
			}
		}
	}
	return out
}
