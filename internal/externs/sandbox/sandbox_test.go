package sandbox

import (
	"bytes"
	"errors"
	"math/big"
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

// counter is a function that counts its arguments.
type counter struct{}

func (counter) Call(args []any) (any, error) { return big.NewInt(int64(len(args))), nil }

// Each line is answered by a line; a program that cannot be used is answered by the reason, and nothing more is read.
func TestServe(t *testing.T) {
	load := func(p Program) (Function, any, error) {
		if p.Function != "f" {
			return nil, nil, errors.New("there is no " + p.Function)
		}
		return counter{}, "about", nil
	}
	for _, c := range []struct{ in, want string }{
		{`{"function": "f"}` + "\n[0]\n7\n{\n[1, 2]\n", Ready + `{"result":"about"}` + "\n" + `{"result":1}
{"error":"expected a list of arguments"}
{"error":"unexpected EOF"}
{"result":2}
`},
		{"hello\n", Ready + `{"error":"invalid character 'h' looking for beginning of value"}` + "\n"},
		{`{"function": "g"}` + "\n[]\n", Ready + `{"error":"there is no g"}` + "\n"},
	} {
		var out bytes.Buffer
		_ = serve(strings.NewReader(c.in), &out, load) // its messages are in the output
		if out.String() != c.want {
			t.Errorf("%q is answered by\n%s\nwant\n%s", c.in, out.String(), c.want)
		}
	}
}

// A program without the interpreter says what to import.
func TestNotLinked(t *testing.T) {
	if _, err := Command("starlark"); err == nil || !strings.Contains(err.Error(), `import _ "github.com/sextant-mbt/sextant/runners/starlark"`) {
		t.Errorf("got %v", err)
	}
}
