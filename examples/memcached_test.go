package examples

import (
	"os/user"
	"strconv"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

var memcached = target{
	model:   "memcached/memcached.sxt",
	mapping: "memcached/memcached.toml",
	program: "memcached",
	chosen:  "cas",
	seeds:   1, // strings and 64 bits take the solver long
	config: func(t *testing.T, _ string, port int) []string {
		arguments := []string{"-l", "127.0.0.1", "-p", strconv.Itoa(port), "-U", "0", "-I", "4m", "-m", "256"}
		if me, err := user.Current(); err == nil && me.Uid == "0" {
			arguments = append(arguments, "-u", "nobody") // it does not run as root
		}
		return arguments
	},
}

func TestMemcached(t *testing.T) { memcached.test(t, memcachedScenarios) }

// TestMemcachedWords: words come back as they were sent, whatever is in them, alone and with another one.
func TestMemcachedWords(t *testing.T) {
	t.Parallel()
	system, l := memcached.start(t), load(t, memcached.model)
	test := &result.Test{}
	send := func(channel string, payload ...any) {
		test.Inputs = append(test.Inputs, stored(t, channel, payload...))
	}
	for _, word := range []string{"", " ", " a ", "\x00", "\r\n", "\r", "END\r\n", "VALUE k1 0 1\r\na\r\nEND", "-1", "\u05d0\u0301\U0001F600",
		strings.Repeat("x", 65_537), strings.Repeat("\u00e4\n", 100_000)} {
		send("set", 0, 4294967295, word)
		send("get", 0)
		send("replace", 0, 0, "b")
		send("setQuietly", 1, 1, word)
		send("gets", 1)
		send("getBoth")
	}
	expectPass(t, "words", replay(t, l, test, system, wait))
}

var memcachedScenarios = []scenario{
	{"append changes the flags", `[{"channel": "set", "payload": [0, 7, "a"]}, {"channel": "append", "payload": [0, "b"]}, {"channel": "get", "payload": [0]}]`,
		"do words[k] := words[k] + w; current[k] := false", "do words[k] := words[k] + w; flagged[k] := 0; current[k] := false",
		`the system sent value(0, 7, "ab"); allowed was: value(0, 0, "ab")`},
	{"incr stops at the largest number", `[{"channel": "setNumber", "payload": [9223372036854775807]}, {"channel": "incr", "payload": [9223372036854775810]}]`,
		"do count := count + d", "do count := if count + d < count then 18446744073709551615 else count + d", "the system sent changed(1)"},
	{"decr goes round", `[{"channel": "setNumber", "payload": [1]}, {"channel": "decr", "payload": [2]}]`,
		"do count := if d > count then 0 else count - d", "do count := count - d", "the system sent changed(0)"},
	{"cas compares words", `[{"channel": "set", "payload": [1, 0, "a"]}, {"channel": "gets", "payload": [1]}, {"channel": "set", "payload": [1, 0, "a"]}, {"channel": "gets", "payload": [1]}]`,
		"words[k] := w; current[k] := false out stored()\nquiet", "words[k] := w; current[k] := current[k] and w == words[k] out stored()\nquiet",
		"the system sent item("},
	{"quit is answered", `[{"channel": "quit"}]`, "in quit() out closed()", "in quit() out stored(), closed()",
		"the system sent closed(): the system under test is gone: it closed its output; allowed was: stored()"},
	{"quit leaves the connection open", `[{"channel": "quit"}]`, "in quit() out closed()", "in quit()",
		"the system sent closed(): the system under test is gone: it closed its output"},
	{"an announced length is ignored", `[{"channel": "long", "payload": [0]}]`,
		"in long(_) out badChunk(), error()", "in long(k) do present[k] := true; words[k] := \"ab\" out stored()",
		"the system sent badChunk(); allowed was: stored()"},
	{"a line end ends a word", `[{"channel": "half", "payload": [1]}, {"channel": "rest"}, {"channel": "get", "payload": [1]}]`,
		`words[halfKey] := "a\r\nb"`, `words[halfKey] := "a"`, `the system sent value(1, 0, "a\r\nb"); allowed was: value(1, 0, "a")`},
	{"half a word is stored", `[{"channel": "half", "payload": [1]}, {"channel": "connect"}, {"channel": "get", "payload": [1]}]`,
		"halved -> here in connect()", "halved -> here in connect() do present[halfKey] := true", "the system sent none()"},
	{"an id that was never sent is not found", `[{"channel": "set", "payload": [0, 0, "a"]}, {"channel": "casUnseen", "payload": [0]}]`,
		"in casUnseen(k) when present[k] out changedSince()", "in casUnseen(k) when present[k] out notFound()", "the system sent changedSince()"},
	{"commands after quit are run", `[{"channel": "set", "payload": [0, 0, "a"]}, {"channel": "quitTalking", "payload": [0]}, {"channel": "connect"}, {"channel": "get", "payload": [0]}]`,
		"in quitTalking(_)", "in quitTalking(k) do present[k] := false", `the system sent value(0, 0, "a"); allowed was: none()`},

	// Where the server departs from its documentation: the wrong model is what that says.
	{"documentation: half a command has CLIENT_ERROR", `[{"channel": "mistake", "payload": ["get"]}]`,
		`"cas k0 0 0 1"} out error()`, `"cas k0 0 0 1"} out badLine()`, "the system sent error(); allowed was: badLine()"},
	{"documentation: a command has one line of answer", `[{"channel": "long", "payload": [0]}]`,
		"in long(_) out badChunk(), error()", "in long(_) out badChunk()", "the system sent error()"},
	{"documentation: a text is no command", `[{"channel": "set", "payload": [0, 0, "a"]}, {"channel": "badFlags", "payload": [0]}]`,
		"in badFlags(k) when present[k] do present[k] := false; current[k] := false out badLine(), deleted()", "in badFlags(k) when present[k] out badLine()", "the system sent deleted()"},
	{"documentation: flags come back as they were sent", `[{"channel": "hugeFlags", "payload": [0]}]`,
		"in hugeFlags(k) do present[k] := true; flagged[k] := 7; words[k] := \"a\"; current[k] := false out stored()", "in hugeFlags(_) out badLine()", "the system sent stored(); allowed was: badLine()"},
	{"documentation: an unknown word is an error", `[{"channel": "odd", "payload": [0, "a"]}]`,
		"in odd(k, w) do present[k] := true; flagged[k] := 0; words[k] := w; current[k] := false out stored()", "in odd(_, _) out badLine()", "the system sent stored(); allowed was: badLine()"},
	{"documentation: what is not stored replaces nothing", `[{"channel": "set", "payload": [0, 7, "a"]}, {"channel": "tooLarge", "payload": [0]}, {"channel": "connect"}, {"channel": "get", "payload": [0]}]`,
		"in connect() do present[halfKey] := false; current[halfKey] := false", "in connect()", `the system sent none(); allowed was: value(0, 7, "a")`},
	{"documentation: the connection stays open", `[{"channel": "browse"}]`,
		"browse: here -> away in browse() out closed()", "browse: here -> here in browse() out error()", "the system sent closed()"},

	{"who comes back finds nothing", `[{"channel": "setQuietly", "payload": [0, 1, "a\r\nEND\r\n"]}, {"channel": "quit"}, {"channel": "connect"}, {"channel": "getBoth"}]`,
		"away -> here in connect()", "away -> here in connect() do present := [false, false]", `the system sent value(0, 1, "a\r\nEND\r\n"); allowed was: none()`},
}
