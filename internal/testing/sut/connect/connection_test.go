package connect

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// All adapters keep a log and know how long outputs may take.
var (
	_ sut.Logged = (*Connection)(nil)
	_ sut.Logged = (*HTTP)(nil)
	_ sut.Waits  = (*Connection)(nil)
	_ sut.Waits  = (*HTTP)(nil)
)

// TestTextOverTCP: a line protocol given by templates, with all that can go wrong with the answer.
func TestTextOverTCP(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	turn := message(t, model, sts.Input, "turn", 3)
	for _, test := range []struct{ name, mapping, answer, want string }{
		{"right", "", "LEVEL 3\n", "level(3)"},
		{"another output", "", "BROKEN: no oil: none\n", `broken("no oil: none")`},
		{"carriage return is part of a line", "", "LEVEL 3\r\n", `receive: the system under test sent "LEVEL 3\r"`},
		{"carriage return ends a line", `end = "\r\n"` + "\n", "LEVEL 3\r\n", "level(3)"},
		{"ignored lines", "ignore.pattern = '#.*|'\n", "# hello\n\n# more\nLEVEL 4\n", "level(4)"},
		{"garbage", "", "hello\n", `it fits no output of the mapping (level: it is not "LEVEL {value}"; broken: it is not "BROKEN: {why}")`},
		{"wrong type", "", "LEVEL high\n", `value 1 of level: expected int, got string "high"`},
		{"half a line", "", "LEVEL", "receive: the system under test sent the beginning of a line and did not complete it"},
		{"flood without lines", "", strings.Repeat("x", maxText+10), "sent a line that is too long, over 1 MiB"},
		{"nothing", "", "", "nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			heard := make(chan string, 1)
			address := testkit.Serve(t, answering(func(line string) string {
				heard <- line
				return test.answer
			}))
			a := open(t, model, "tcp:"+address, test.mapping+lampText, "")
			got := ""
			switch {
			case test.answer == "":
				got = exchanged(t, a, turn, 50*time.Millisecond)
			case strings.HasSuffix(test.want, unended):
				got = insisted(t, a, turn)
			default:
				got = exchanged(t, a, turn, patience)
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
			if line := strings.TrimSuffix(<-heard, "\r"); line != "TURN 3" {
				t.Errorf("the system heard %q", line)
			}
		})
	}
}

// TestFloodOfNothing: a system that goes on to send what is to be ignored is silent, and does not keep the tester for ever.
func TestFloodOfNothing(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	address := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
		for {
			if _, err := io.WriteString(out, "#\n"); err != nil {
				return
			}
		}
	})
	a := open(t, model, "tcp:"+address, "ignore.text = '#'\n"+lampText, "")
	if got := exchanged(t, a, message(t, model, sts.Input, "press"), 100*time.Millisecond); got != "nothing" {
		t.Error(got)
	}
}

// TestResetMessage: one connection serves all tests; what comes before the answer to a reset belongs to the test before.
func TestResetMessage(t *testing.T) {
	for _, test := range []struct {
		name, mapping, ask, ready, in, out string
		reset                              sut.Reset
	}{
		{"JSON", "", `{"reset": true}`, `{"ready": true}`, `{"input": "turn", "payload": [3]}`, `{"output": "level", "payload": [%d]}`, sut.ByMessage},
		{"text", "reset.text = 'RESET'\nreset.answer = 'READY'" + lampText, "RESET", "READY", "TURN 3", "LEVEL %d", ""},
		{"other JSON", "reset.json = '{\"do\": \"reset\"}'\nreset.answer = '{\"done\": true}'", `{"do":"reset"}`, `{"at": 7, "done": true}`,
			`{"input": "turn", "payload": [3]}`, `{"output": "level", "payload": [%d]}`, sut.ByMessage},
	} {
		t.Run(test.name, func(t *testing.T) {
			testkit.NothingLeft(t)
			model := load(t, lamp)
			var connections, resets atomic.Int32
			address := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
				connections.Add(1)
				answering(func(line string) string {
					switch line {
					case test.ask:
						resets.Add(1)
						return fmt.Sprintf(test.out+"\nnonsense\n%s\n", 99, test.ready)
					case test.in:
						return fmt.Sprintf(test.out+"\n", resets.Load())
					}
					return "unexpected " + line + "\n"
				})(in, out)
			})
			a := open(t, model, "tcp:"+address, test.mapping, test.reset)
			for i := range 3 {
				want := fmt.Sprintf("level(%d)", i+1)
				if got := exchanged(t, a, message(t, model, sts.Input, "turn", 3), patience); got != want {
					t.Errorf("%s, want %s", got, want)
				}
			}
			if n := connections.Load(); n != 1 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// TestResetNotAnswered: a system that does not answer a reset message is restarted, once.
func TestResetNotAnswered(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	press := message(t, model, sts.Input, "press")
	var deaf atomic.Bool
	address := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
		first := true
		answering(func(line string) string {
			defer func() { first = false }()
			switch {
			case line == "RESET" && first && !deaf.Load():
				return "READY\n"
			case line == "RESET":
				return ""
			}
			return "LEVEL 1\n"
		})(in, out)
	})
	a := open(t, model, "tcp:"+address, "reset.text = 'RESET'\nreset.answer = 'READY'"+lampText, "")
	limitsOf(a).reset = time.Second
	for range 2 {
		if got := exchanged(t, a, press, patience); got != "level(1)" {
			t.Error(got)
		}
	}
	if log := string(a.(sut.Logged).Log(0)); !strings.Contains(log, "# restarted, because the reset failed: the system under test did not answer the reset message within 1s") {
		t.Error(log)
	}
	deaf.Store(true)
	if got := exchanged(t, a, press, patience); got != "reset: the system under test did not answer the reset message within 1s" {
		t.Error(got)
	}
	if _, ok := a.Reset(t.Context()).(*sut.ErrUnavailable); !ok {
		t.Error("a system that cannot be reset is not unavailable")
	}
}

// TestResetOfPrograms: with a reset message a program is started once; it is started again when it is gone.
func TestResetOfPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	testkit.NothingLeft(t)
	model := load(t, lamp)
	script := t.TempDir() + "/lamp.sh"
	writeFile(t, script, `n=0
while read -r line; do
	case $line in
	*reset*) echo '{"ready": true}' ;;
	*turn*) echo "good bye" >&2; exit 1 ;;
	*) n=$((n + 1)); printf '{"output": "level", "payload": [%d]}\n' "$n" ;;
	esac
done
`)
	a := open(t, model, "exec:sh "+script, "", sut.ByMessage)
	press := message(t, model, sts.Input, "press")
	for i := range 3 {
		if got, want := exchanged(t, a, press, patience), fmt.Sprintf("level(%d)", i+1); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := exchanged(t, a, message(t, model, sts.Input, "turn", 1), patience); !strings.Contains(got, "is gone: it closed its output; it exited with code 1; it wrote to standard error: good bye") {
		t.Error(got)
	}
	if got := exchanged(t, a, press, patience); got != "level(1)" {
		t.Errorf("after its end: %s", got)
	}
	restarted := open(t, model, "exec:sh "+script, "", sut.Restart)
	for range 2 {
		if got := exchanged(t, restarted, press, patience); got != "level(1)" {
			t.Errorf("started again: %s", got)
		}
	}
}

// TestLog: what went in, out and to standard error is kept, with times.
func TestLog(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	testkit.NothingLeft(t)
	model := load(t, lamp)
	script := t.TempDir() + "/lamp.sh"
	writeFile(t, script, "read -r line\necho hot >&2\nsleep 0.1\necho LEVEL 1\nread -r line\nprintf 'no\toil' >&2\n")
	a := open(t, model, "exec:sh "+script, lampText, "")
	press := message(t, model, sts.Input, "press")
	if got := exchanged(t, a, press, patience); got != "level(1)" {
		t.Fatal(got)
	}
	if got := answered(t, a, press, patience); !strings.Contains(got, "is gone") {
		t.Error(got)
	}
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`\A--- reset 1: exec sh \S+
 +\d+\.\d{6} > PRESS
 +\d+\.\d{6} ! hot
 +\d+\.\d{6} < LEVEL 1
 +\d\.\d{6} > PRESS
 +\d\.\d{6} ! no	oil
 +\d\.\d{6} # the system under test is gone: it closed its output; it exited with code \d
--- reset 2: exec sh \S+
\z`)
	if log := a.(sut.Logged).Log(0); !want.Match(log) {
		t.Errorf("%s", log)
	}
}

// TestOpenErrors: addresses that are none, and resets that there are not.
func TestOpenErrors(t *testing.T) {
	model := load(t, lamp)
	for _, test := range []struct {
		address, mapping string
		reset            sut.Reset
		want             string
	}{
		{"", "", "", addresses},
		{"serial:1", "", "", "serial:1 is not a system under test: write exec:COMMAND"},
		{"exec:", "", "", "no command is given"},
		{"exec:./there/is/none", "", "", "cannot be started"},
		{"tcp:localhost", "", "", "is not an address"},
		{"tcp:localhost:99999", "", "", "is not a port"},
		{"exec:sh", "", sut.Reconnect, `"reconnect" is not a reset for exec: write restart or message`},
		{"tcp::7", "", sut.Restart, `"restart" is not a reset for tcp: write reconnect or message`},
		{"tcp::7", "", sut.NoReset, "is not a reset"},
		{"tcp::7", lampText, sut.ByMessage, "the mapping has no reset message: add reset.text and reset.answer"},
		{"tcp::7", "inputs.pres.text = 'x'", "", "did you mean"},
		{"ws://", "", "", "names no host: write it as in ws://localhost:8080/path"},
		{"ws://host:1/%zz", "", "", `is not the address of a server (invalid URL escape "%zz")`},
		{"wss://host:0", "", "", `"0" is not a port`},
		{"ws://host:port", "", "", "is not the address of a server"},
		{"ws://host/#part", "", "", "has a fragment"},
		{"http://host", "", "", "HTTP needs a mapping"},
		{"http://host/?a=b", lampText, "", "has a query"},
		{"http:", lampText, "", "names no host"},
		{"http://host", lampText, "", "inputs.press.request: write the method and the path"},
		{"http://host", lampRequests, "", `the mapping has no reset: add reset.request = "POST /reset", or write --reset none`},
		{"http://host", lampRequests, sut.Restart, `"restart" is not a reset for HTTP: write message, or none`},
	} {
		options := Options{Reset: test.reset}
		if test.mapping != "" {
			var err error
			if options.Mapping, err = ParseMapping("map.toml", []byte(test.mapping)); err != nil {
				t.Fatal(err)
			}
		}
		if a, err := Open(model, test.address, options); a != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.address, err, test.want)
		}
	}
}
