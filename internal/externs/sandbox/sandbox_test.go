package sandbox

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// hogVariable makes a test process ask for more memory than it watches over.
const hogVariable = "SANDBOX_TEST_HOG"

func TestMain(m *testing.M) {
	if os.Getenv(hogVariable) != "" {
		hog()
	}
	os.Exit(m.Run())
}

func hog() {
	go watch(64 << 20)
	for kept := [][]byte{}; len(kept) < 1000; time.Sleep(time.Millisecond) {
		kept = append(kept, bytes.Repeat([]byte("x"), 1<<20))
	}
}

// A process that watches itself ends when it has too much memory.
func TestWatchEndsProcess(t *testing.T) {
	command := exec.Command(os.Args[0], "-test.run=^$")
	command.Env = append(os.Environ(), hogVariable+"=1")
	out, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "out of memory: ") {
		t.Errorf("it ended with %v and %q", err, out)
	}
}

// Each line is answered by a line; a program that cannot be used is answered by the reason, and nothing more is read.
func TestServe(t *testing.T) {
	program, err := Program{Function: "f", Script: &Script{Path: "f.star", Text: "def f(x): return [x, None, 0.5, '\\n']", Params: 1, Steps: 1000, Output: 1000}}.Line()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		{string(program) + "[1]\n[2.0]\n7\n{\n[1, 2]\n", Ready + `{"result":null}` + "\n" + `{"result":[1,null,0.5,"\n"]}
{"result":[2,null,0.5,"\n"]}
{"error":"expected a list of arguments"}
{"error":"unexpected EOF"}
{"error":"f.star:1:19: function f accepts 1 positional argument (2 given)"}
`},
		{"hello\n", Ready + `{"error":"invalid character 'h' looking for beginning of value"}` + "\n"},
		{`{"script": {"text": "x = 1"}}` + "\n[]\n", Ready + `{"error":"the file defines no function : name the function like the extern"}` + "\n"},
		{"{}\n[]\n", Ready + `{"error":"cannot compile the WebAssembly module: invalid magic number"}` + "\n"},
	} {
		var out bytes.Buffer
		_ = serve(strings.NewReader(c.in), &out) // its messages are in the output
		if out.String() != c.want {
			t.Errorf("%q is answered by\n%s\nwant\n%s", c.in, out.String(), c.want)
		}
	}
}
