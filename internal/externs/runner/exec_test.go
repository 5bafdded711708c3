package runner

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

var double = examples[0]

func TestExec(t *testing.T) { checkExamples(t, "exec", asChild(t, "right"), Options{}) }

func TestExecSideBySide(t *testing.T) {
	checkSide(t, open(t, double.extern, "exec", asChild(t, "right"), Options{}), double)
}

func TestExecPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	checkExamples(t, "exec", "python3 correct.py", Options{Dir: "testdata", CallLimit: time.Minute})
}

func TestExecC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	if out, err := exec.Command(gcc, "-o", filepath.Join(dir, "sum"), "testdata/sum.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	x := extern("sum", types.Int, types.ThreeInts)
	r := open(t, x, "exec", "./sum", Options{Dir: dir})
	checkCall(t, r, example{x, ints(1, 2, 3), ints(6)})
	checkCall(t, r, example{x, ints(1, -2, 30), ints(29)})
}

func TestExecMissing(t *testing.T) {
	checkOpenFails(t, double.extern, "exec", "./no-such-program --fast", Options{Dir: t.TempDir()}, "double by exec", "./no-such-program", "no such file", "build it")
	checkOpenFails(t, double.extern, "exec", "no-such-program-anywhere", Options{}, "is in PATH", "write ./no-such-program-anywhere")
	checkOpenFails(t, double.extern, "exec", "  ", Options{}, "no command is given")
	checkOpenFails(t, double.extern, "exec", `a "b`, Options{}, "ends within quotes")
}

func TestExecNotExecutable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	checkOpenFails(t, double.extern, "exec", "./f", Options{Dir: dir}, "make it executable")
	if err := os.WriteFile(filepath.Join(dir, "g"), []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	checkFails(t, open(t, double.extern, "exec", "./g", Options{Dir: dir}), ints(1), "cannot start the program")
}

func TestExecCrash(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "crash"), Options{})
	checkFails(t, r, ints(20), "double(20) by exec", "exit status 3")
	checkFails(t, r, ints(20), "exit status 3")
}

func TestExecCrashOnThirdCall(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "crash-third"), Options{})
	for range 7 {
		checkCall(t, r, double)
	}
}

func TestExecOneShot(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "one-shot"), Options{})
	for range 3 {
		checkCall(t, r, double)
	}
}

// A call that kills a child that worked before, and the fresh one too.
func TestExecCrashTwice(t *testing.T) {
	flag := filepath.Join(t.TempDir(), "flag")
	t.Setenv("CRASH_FLAG", flag)
	r := open(t, double.extern, "exec", asChild(t, "crash-later"), Options{})
	checkCall(t, r, double)
	if err := os.WriteFile(flag, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	checkFails(t, r, ints(20), "exit status 4", "flag seen", "second try")
	if err := os.Remove(flag); err != nil {
		t.Fatal(err)
	}
	checkCall(t, r, double)
}

func TestExecHang(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "hang"), Options{CallLimit: 200 * time.Millisecond})
	checkQuick(t, 10*time.Second, func() {
		checkFails(t, r, ints(20), "double(20)", "no answer within 200ms")
		checkFails(t, r, ints(20), "no answer within 200ms")
	})
}

// The time limit holds even if a process that the function started has left its group and holds the output open.
func TestExecEscapedProcessKeepsNobodyWaiting(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid")
	}
	r := open(t, double.extern, "exec", asChild(t, "escape"), Options{CallLimit: 200 * time.Millisecond})
	checkQuick(t, 10*time.Second, func() {
		checkFails(t, r, ints(20), "no answer within 200ms")
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestExecCancel(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "hang"), Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := r.Call(ctx, ints(20)); err != context.DeadlineExceeded {
		t.Errorf("%v is not the error of the context", err)
	}
}

func TestExecCloseWhileCalled(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "hang"), Options{})
	time.AfterFunc(100*time.Millisecond, func() { r.Close() })
	checkFails(t, r, ints(20), "the runner is closed")
	checkFails(t, r, ints(20), "the runner is closed")
}

func TestExecHalfLine(t *testing.T) {
	checkFails(t, open(t, double.extern, "exec", asChild(t, "half"), Options{}), ints(20), "exit status 0", `half a line, "{\"res"`)
}

func TestExecClosesOutput(t *testing.T) {
	checkFails(t, open(t, double.extern, "exec", asChild(t, "close"), Options{}), ints(20), "closed its output and stayed")
}

func TestExecFlood(t *testing.T) {
	checkFlood(t, open(t, double.extern, "exec", asChild(t, "flood"), Options{}))
}

func TestExecGarbage(t *testing.T) {
	checkFails(t, open(t, double.extern, "exec", asChild(t, "garbage"), Options{}), ints(20), "thinking...", "not JSON", `{"result": …}`)
}

// A child that prints two lines per question must not have its second line taken for the answer of the next.
func TestExecChatty(t *testing.T) {
	r := open(t, double.extern, "exec", asChild(t, "chatty"), Options{})
	if _, err := r.Call(t.Context(), ints(20)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // until the second line is there, also on a busy machine
	checkFails(t, r, ints(20), `"{\"result\":41}"`, "without a call")
}

func TestExecWrongAnswers(t *testing.T) {
	list := extern("reverse", types.ThreeSmall, types.ThreeSmall)
	for _, c := range []struct {
		mode   string
		extern *sts.Extern
		args   []term.Value
		reason string
	}{
		{"text", double.extern, ints(1), `expected int, got string "abc"`},
		{"length", list, ints(1, 2, 3), "expected a list of 3 for 0..7[3], got a list of 2"},
		{"range", list, ints(1, 2, 3), "wrong answer at [2]: expected 0..7, got number 8"},
		{"nan", double.extern, ints(1), "not JSON"},
		{"null", double.extern, ints(1), "expected int, got null"},
		{"empty", double.extern, ints(1), "has no result"},
		{"fails", double.extern, ints(1), "the function returned an error: no such grid"},
		{"fails-bare", double.extern, ints(1), "the function returned an error: number 7"},
		{"two", double.extern, ints(1), "more after the end"},
		{"repeated", double.extern, ints(1), `the name "result" occurs twice in one object, again at line 1, column 15`},
		{"list", double.extern, ints(1), "has no result"},
	} {
		r := open(t, c.extern, "exec", asChild(t, c.mode), Options{})
		checkFails(t, r, c.args, c.reason)
		checkFails(t, r, c.args, c.reason)
	}
	checkCall(t, open(t, double.extern, "exec", asChild(t, "both"), Options{}), example{double.extern, ints(1), ints(7)})
}
