package tester_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// bell is a model of a bell: a push is answered by one ring.
const bell = `system Bell
input push()
output ring(times: int)
initial idle
push:   idle -> pushed in push
answer: pushed -> idle out ring(1)
`

// lazy may answer, or fall asleep instead.
const lazy = bell + "input poke()\nsleep: pushed -> asleep\npoke: asleep -> asleep in poke\n"

const right = `{"output": "ring", "payload": [1]}` + "\n"

// always answers each input with a text.
func always(text string) testkit.Behaviour {
	return func(in *bufio.Reader, out io.Writer) {
		for {
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
			fmt.Fprint(out, text)
		}
	}
}

// flood writes a text again and again.
func flood(text string) testkit.Behaviour {
	return func(_ *bufio.Reader, out io.Writer) {
		for {
			if _, err := io.WriteString(out, text); err != nil {
				return
			}
		}
	}
}

// tardy answers the first input when the second one comes, so when it was taken for silent already, however long the tester waits.
func tardy(in *bufio.Reader, out io.Writer) {
	_, _ = in.ReadString('\n')
	_, _ = in.ReadString('\n')
	fmt.Fprint(out, right)
	_, _ = io.Copy(io.Discard, in)
}

// leave ends after the first input.
func leave(in *bufio.Reader, _ io.Writer) { _, _ = in.ReadString('\n') }

// closes ends before the first input.
func closes(*bufio.Reader, io.Writer) {}

// eager answers before it is asked, twice: if the first comes so late that it looks like an answer, the second does not.
func eager(in *bufio.Reader, out io.Writer) {
	fmt.Fprint(out, right+right)
	_, _ = io.Copy(io.Discard, in)
}

type fault struct {
	name, model string
	system      testkit.Behaviour
	want        string        // in the evidence; empty for a pass
	wait        time.Duration // 0 is long enough for a slow machine
}

var faults = []fault{
	{"right", bell, always(right), "", 0},
	{"silent", bell, always(""), "the system sent nothing; allowed was: ring(1)", 200 * time.Millisecond},
	{"gone", bell, leave, "the system under test is gone: it ", 0},
	{"closes at once", bell, closes, "the system under test is gone: it ", 0},
	{"answers, then closes", bell, answerThenLeave(right), "the system under test is gone: it ", 0},
	{"answers before it is asked", bell, eager, "the system sent ring(1); allowed was: silence", 0},
	{"garbage", bell, always("hello\n"), `the system under test sent "hello": it is not JSON`, 0},
	{"no object", bell, always("[1]\n"), `expected {"output": CHANNEL, "payload": [...]}`, 0},
	{"half a line, then the end", bell, answerThenLeave(right[:10]), "is gone: it closed its output in the middle of a line", 0},
	{"half a line, then nothing", bell, always(right[:10]), "sent the beginning of a line and did not complete it", time.Second},
	{"two answers at once", bell, always(right + right), "the system sent ring(1); allowed was: silence", 0},
	{"late answer where silence is allowed", lazy, tardy, "the system sent ring(1); allowed was: silence", 200 * time.Millisecond},
	{"wrong channel", bell, always(`{"output": "rung", "payload": [1]}` + "\n"), `the model has no output channel "rung"`, 0},
	{"input as output", bell, always(`{"output": "push", "payload": []}` + "\n"), `the model has no output channel "push"`, 0},
	{"wrong type", bell, always(`{"output": "ring", "payload": ["one"]}` + "\n"), "value 1 of ring: expected int", 0},
	{"wrong number of values", bell, always(`{"output": "ring", "payload": [1, 2]}` + "\n"), "ring carries 1 values, not 2", 0},
	{"no payload", bell, always(`{"output": "ring"}` + "\n"), "ring carries 1 values, not 0", 0},
	{"wrong value inside", bell, always(`{"output": "ring", "payload": [1.5]}` + "\n"), "value 1 of ring: expected int", 0},
	{"payload is no list", bell, always(`{"output": "ring", "payload": 1}` + "\n"), "the payload must be a list", 0},
	{"wrong value", bell, always(strings.Replace(right, "1", "7", 1)), "the system sent ring(7); allowed was: ring(1)", 0},
	{"flood of others", bell, flood(right), "the system sent ring(1)", 0},
	{"flood without lines", bell, flood(strings.Repeat("x", 4096)), "a line that is too long, over 1 MiB", 0},
}

func answerThenLeave(text string) testkit.Behaviour {
	return func(in *bufio.Reader, out io.Writer) {
		_, _ = in.ReadString('\n')
		fmt.Fprint(out, text)
	}
}

// TestMain lets the test program be the system under test itself.
func TestMain(m *testing.M) {
	if os.Getenv(vendingVariable) != "" {
		vendingMain()
		return
	}
	if number, err := strconv.Atoi(os.Getenv("IOCO_TEST_FAULT")); err == nil {
		faults[number].system(bufio.NewReader(os.Stdin), os.Stdout)
		os.Stdout.Close()
		return
	}
	os.Exit(m.Run())
}

func TestFaultsOfProcesses(t *testing.T) {
	testkit.NothingLeft(t)
	for i, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Setenv("IOCO_TEST_FAULT", strconv.Itoa(i))
			model := load(t, f.model)
			a, err := connect.Open(model, "exec:"+text.Quote(os.Args[0]), connect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f.check(t, model, a)
		})
	}
}

func TestFaultsOverTCP(t *testing.T) {
	testkit.NothingLeft(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			model := load(t, f.model)
			a, err := connect.Open(model, "tcp:"+testkit.Serve(t, f.system), connect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f.check(t, model, a)
		})
	}
}

// check runs a session and compares verdict and evidence.
func (f fault) check(t *testing.T, model *sts.System, a sut.Adapter) {
	t.Helper()
	defer a.Close()
	o := tester.Options{Steps: 100_000, Wait: f.wait} // what comes late comes before the last input
	if f.wait == 0 {
		o = tester.Options{Steps: 400, Wait: time.Second}
	}
	r, err := newSession(t, model, a, o).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := result.Fail
	if f.want == "" {
		want = result.Pass
	}
	if r.Verdict != want || !strings.Contains(r.Evidence, f.want) {
		t.Errorf("%s: %s\n%v\nwant %q", r.Verdict, r.Evidence, r.Trace, f.want)
	}
}

// TestCancelled: the tester stops at once when the context ends.
func TestCancelled(t *testing.T) {
	model := load(t, bell)
	a, err := connect.Open(model, "tcp:"+testkit.Serve(t, always("")), connect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if err := a.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, _, err := a.Receive(ctx, time.Minute); err != context.Canceled {
		t.Errorf("receive: %v", err)
	}
	if err := a.Reset(ctx); err != context.Canceled {
		t.Errorf("reset: %v", err)
	}
}

// TestNoServer: a server that cannot be reached is no verdict; one that is gone after a test is, and the test is kept.
func TestNoServer(t *testing.T) {
	for address, want := range map[string]string{"localhost": "is not an address", "localhost:0": "is not a port", "localhost:http": "is not a port"} {
		if _, err := connect.Open(nil, "tcp:"+address, connect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	model := load(t, strings.Replace(bell, "pushed -> idle", "pushed -> end", 1)+"never: end -> idle in push when false\n")
	port := listener.Addr().(*net.TCPAddr).Port
	var once sync.WaitGroup
	once.Go(func() {
		c, err := listener.Accept()
		listener.Close()
		if err == nil {
			always(right)(bufio.NewReader(c), c)
			c.Close()
		}
	})
	a, err := connect.Open(model, fmt.Sprintf("tcp::%d", port), connect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, model, a, tester.Options{Wait: time.Second})
	r, err := s.Run(t.Context())
	if err != nil || r.Verdict != result.Fail || !strings.Contains(r.Evidence, "the system did not survive the test before") {
		t.Fatalf("%v, %v", r, err)
	}
	if short, err := s.Shrink(t.Context(), r); err != nil || len(tester.Inputs(short.Trace)) != 1 {
		t.Errorf("shrinking lost the trace: %v, %v", short, err)
	}
	once.Wait()
	if _, err := newSession(t, model, a, tester.Options{}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("no server: %v", err)
	}
}

// TestNoProcessLeft: what a program started ends with it.
func TestNoProcessLeft(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs sh and /proc")
	}
	file := filepath.Join(t.TempDir(), "number")
	script := "sleep 60 & echo $! >" + file + "; cat"
	model := load(t, bell)
	a, err := connect.Open(model, "exec:sh -c "+text.Quote(script), connect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(awaitText(t, file))
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	testkit.ProcessGone(t, number)
}

// awaitText waits until a file has a line, and returns it.
func awaitText(t *testing.T, file string) string {
	t.Helper()
	for range 6000 {
		if text, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(text), "\n") {
			return strings.TrimSpace(string(text))
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the program did not start")
	return ""
}
