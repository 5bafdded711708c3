package subprocess_test

import (
	"io"
	"runtime"
	"testing"
	"time"
)

// TestUsage: a child that computes uses a processor or waits for one, and one that has ended does neither.
func TestUsage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not say")
	}
	c := start(t, "while :; do :; done", io.Discard)
	begun := time.Now()
	for c.Usage().Ran < 50*time.Millisecond {
		if time.Since(begun) > time.Minute {
			t.Fatalf("after a minute it is %+v", c.Usage())
		}
		time.Sleep(time.Millisecond)
	}
	if used, passed := c.Usage(), time.Since(begun); used.Waited > passed+10*time.Second {
		t.Errorf("after %v it is %+v", passed, used)
	}
	_ = c.End()
	if used := c.Usage(); used.Ran != 0 || used.Waited != 0 {
		t.Errorf("at the end it is %+v", used)
	}
}
