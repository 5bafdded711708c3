package subprocess_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// start starts a shell with a script.
func start(t *testing.T, script string, stderr io.Writer) *subprocess.Child {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	c, err := subprocess.Start([]string{"sh", "-c", script}, t.TempDir(), stderr)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A program that is still open for writing is started once it is closed.
func TestBusyProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("#!/bin/sh\necho here\n"); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(30 * time.Millisecond)
		file.Close()
	}()
	c, err := subprocess.Start([]string{path}, "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer c.End()
	if line, _ := bufio.NewReader(c.Output).ReadString('\n'); line != "here\n" {
		t.Errorf("it printed %q", line)
	}
}

// End kills the child and what it started, even while they are busy; later kills have no effect.
func TestEnd(t *testing.T) {
	c := start(t, "sleep 1000 & echo $!; sleep 1000", io.Discard)
	started, err := bufio.NewReader(c.Output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	process, err := strconv.Atoi(strings.TrimSpace(started))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.End(); err == nil || !strings.Contains(c.State(), "killed") {
		t.Errorf("it ended with %v, %s", err, c.State())
	}
	c.Kill()
	testkit.ProcessGone(t, process)
}

// A process that left the group of the child and holds its pipes keeps neither a read nor End waiting.
func TestEscapedProcessKeepsNobodyWaiting(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
	c := start(t, "setsid sleep 20 & echo here; sleep 1000", &subprocess.Tail{})
	output := bufio.NewReader(c.Output)
	if line, _ := output.ReadString('\n'); line != "here\n" {
		t.Fatalf("it printed %q", line)
	}
	begin := time.Now()
	time.AfterFunc(100*time.Millisecond, c.Kill)
	if line, err := output.ReadString('\n'); err == nil {
		t.Errorf("it printed %q", line)
	}
	_ = c.End() // that it was killed
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("the end took %v", took)
	}
}

// A child outlives the thread of the goroutine that started it. There are several, since the first thread of the process never ends.
func TestChildOutlivesThread(t *testing.T) {
	const count = 3
	started, all := make(chan *subprocess.Child, count), make(chan struct{})
	for range count {
		go func() {
			runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
			started <- start(t, "read line; echo $line", io.Discard)
			<-all
		}()
	}
	children := []*subprocess.Child{<-started, <-started, <-started}
	close(all)
	time.Sleep(100 * time.Millisecond)
	for _, c := range children {
		_, _ = io.WriteString(c.Input, "here\n") // the reply shows whether it was read
		if line, err := bufio.NewReader(c.Output).ReadString('\n'); line != "here\n" {
			t.Errorf("it printed %q, %v", line, err)
		}
		_ = c.End() // how it exited does not matter
	}
}

// Settle lets a child exit by itself, and kills it if it does not.
func TestSettle(t *testing.T) {
	for _, test := range []struct {
		script, state string
		late          bool
	}{
		{"exit 3", "exit status 3", false},
		{"sleep 1000", "killed", true},
	} {
		c := start(t, test.script, io.Discard)
		if !test.late {
			_, _ = io.Copy(io.Discard, c.Output) // it has begun to exit
		}
		late := c.Settle()
		_ = c.End() // the state reports it
		if late != test.late || !strings.Contains(c.State(), test.state) {
			t.Errorf("%s: %s, late %v", test.script, c.State(), late)
		}
	}
}

func TestStartFails(t *testing.T) {
	if _, err := subprocess.Start([]string{"./nothing-of-this-name"}, "", io.Discard); err == nil {
		t.Error("a program that does not exist was started")
	}
}

// Tail keeps the end, whatever the sizes of the pieces.
func TestTail(t *testing.T) {
	var tail subprocess.Tail
	for _, piece := range []string{strings.Repeat("a", 400), strings.Repeat("b", 400), strings.Repeat("c", 2000), "\xff the end\n"} {
		if n, err := tail.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := tail.String(); !strings.HasSuffix(got, "cc the end") || len(got) != 498 {
		t.Errorf("kept %q, %d bytes", got, len(got))
	}
}

// TestSimulatedTime: in a bubble of testing/synctest, time passes while a child runs, and none while it is waited for.
func TestSimulatedTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		c := start(t, "read line; sleep 0.1; echo $line; read line", &subprocess.Tail{})
		time.Sleep(time.Hour)
		if _, err := io.WriteString(c.Input, "hello\n"); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(c.Output).ReadString('\n')
		if err != nil || line != "hello\n" {
			t.Errorf("%q, %v", line, err)
		}
		_ = c.End() // it is killed
		if passed := time.Since(begun); passed != time.Hour {
			t.Errorf("%v have passed", passed)
		}
	})
}
