package runner

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Close leaves neither the child nor what the child started.
func TestNoLeakedProcesses(t *testing.T) {
	for _, mode := range []string{"pid", "parent"} {
		r := open(t, double.extern, "exec", asChild(t, mode), Options{})
		result, err := r.Call(t.Context(), ints(20))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		process, _ := result[0].Small()
		checkGone(t, int(process))
	}
}

// checkGone waits until a process is gone, or is only a number that its parent has not asked for.
func checkGone(t *testing.T, process int) {
	t.Helper()
	for range 100 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
		if err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d is left", process)
}
