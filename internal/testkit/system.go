package testkit

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Behaviour is a system that talks over a connection, or as a program over its standard input and output.
type Behaviour func(in *bufio.Reader, out io.Writer)

// Serve runs a behaviour on each connection and returns the address. At the end of the test all connections must be closed.
func Serve(t testing.TB, system Behaviour) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer c.Close()
				system(bufio.NewReader(c), c)
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		open.Wait()
	})
	return listener.Addr().String()
}

// NothingLeft compares the goroutines before and after a test.
func NothingLeft(t testing.TB) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		if eventually(func() bool { return runtime.NumGoroutine() <= before }) {
			return
		}
		stacks := make([]byte, 1<<16)
		t.Errorf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
	})
}

// ProcessGone waits until a process is gone, or has ended and waits for its parent. Where there is no /proc it
// sees nothing.
func ProcessGone(t testing.TB, process int) {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return
	}
	gone := func() bool {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
		return err != nil || strings.Contains(string(status), ") Z ")
	}
	if !eventually(gone) {
		t.Errorf("process %d is left", process)
	}
}

// eventually waits for what must come; the time is only a limit.
func eventually(ok func() bool) bool {
	for range 500 {
		if ok() {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
