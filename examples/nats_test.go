package examples

import (
	"encoding/json"
	"regexp"
	"strconv"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut/proxy"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var natsServer = target{
	model:   "nats/nats.sxt",
	mapping: "nats/nats.toml",
	program: "nats-server",
	config: func(_ *testing.T, _ string, port int) []string {
		return []string{"-a", "127.0.0.1", "-p", strconv.Itoa(port)}
	},
}

func TestNATS(t *testing.T) { natsServer.test(t, natsScenarios) }

var natsScenarios = []scenario{
	{"a star stands for no word", `[{"channel": "sub", "payload": [1, "a.*"]}, {"channel": "pub", "payload": ["a.b", "x"]}]`,
		`p == "a.*" and s == "a.b" or `, "", `the system sent deliver("a.b", 1, "x"); allowed was: silence`},
	{"a number can have another subject", `[{"channel": "sub", "payload": [1, "a"]}, {"channel": "sub", "payload": [1, "c.b"]}, {"channel": "pub", "payload": ["a", ""]}]`,
		`subAgain:   here -> here in sub(s, p) when isPattern(p) and pattern[s - 1] != ""`, `subAgain: here -> here in sub(s, p) when isPattern(p) and pattern[s - 1] != "" do pattern[s - 1] := p`,
		`the system sent deliver("a", 1, ""); allowed was: silence`},
	{"a subscription with an end has it at once", `[{"channel": "sub", "payload": [2, ">"]}, {"channel": "unsubAfter", "payload": [2, 1]}, {"channel": "pub", "payload": ["a", "x"]}]`,
		`do last[s - 1] := n out ok()`, `do pattern[s - 1] := "" out ok()`, `the system sent deliver("a", 2, "x"); allowed was: silence`},
	{"an unknown command is ignored", `[{"channel": "mistake"}]`, "in mistake() out unknown()", "in mistake() out invalid()", "the system sent unknown()"},
	{"a second CONNECT is refused", `[{"channel": "again"}]`, "in again() out ok()", "in again() out unknown()", "the system sent ok(); allowed was: unknown()"},
	{"half a message is delivered", `[{"channel": "sub", "payload": [1, "a"]}, {"channel": "half", "payload": ["a"]}, {"channel": "rest"}]`,
		`text := "x\r\ny"`, `text := "x"`, `the system sent deliver("a", 1, "x\r\ny"); allowed was: deliver("a", 1, "x")`},
}

// natsFaults are mistakes of a proxy in front of the server, with a test by hand for each.
var natsFaults = []seeded{
	{"a star stands for several words", []proxy.Fault{asked(`^SUB a\.\* `, "SUB a.> ")},
		`[{"channel": "sub", "payload": [1, "a.*"]}, {"channel": "pub", "payload": ["a.b.c", "x"]}]`},
	{"a subscription ends late", []proxy.Fault{asked(`^(UNSUB \d) 1$`, "$1 2")},
		`[{"channel": "sub", "payload": [2, "a"]}, {"channel": "unsubAfter", "payload": [2, 1]}, {"channel": "pub", "payload": ["a", "x"]}, {"channel": "pub", "payload": ["a", "x"]}]`},
	{"a subscription never ends", []proxy.Fault{asked(`^UNSUB \d$`, "UNSUB 9")},
		`[{"channel": "sub", "payload": [1, "a"]}, {"channel": "unsub", "payload": [1]}, {"channel": "pub", "payload": ["a", ""]}]`},
	{"messages have the number of the other subscription", []proxy.Fault{answered(`^(MSG \S+) 2 `, "$1 1 ")},
		`[{"channel": "sub", "payload": [2, "a"]}, {"channel": "pub", "payload": ["a", "x"]}]`},
	{"the third ping has another answer", []proxy.Fault{{Fits: regexp.MustCompile(`^PONG$`), Skip: 2, Do: proxy.Replace(regexp.MustCompile(`PONG`), "+OK")}},
		`[{"channel": "ping"}, {"channel": "ping"}, {"channel": "ping"}]`},
}

// TestNATSFaults: a test by hand passes without each fault, and fails with it. A long test finds the faults online, too. They are tested one after
// the other, since all clients of a server get the messages of each other.
func TestNATSFaults(t *testing.T) {
	skipShort(t)
	t.Parallel()
	right, l := natsServer.start(t), load(t, natsServer.model)
	for _, f := range natsFaults {
		t.Run(f.name, func(t *testing.T) {
			wrong, test := behindProxy(t, right, f.faults...), &result.Test{}
			if err := json.Unmarshal([]byte(f.inputs), &test.Inputs); err != nil {
				t.Fatal(err)
			}
			expectPass(t, f.name, replay(t, l, test, right, wait))
			expectFailure(t, replay(t, l, test, wrong, shortWait), "allowed was: ")
			if testkit.Long() {
				r := search(t, l, wrong, 1)
				expectFailure(t, r, "allowed was: ")
				t.Logf("online: %d inputs: %s", r.Sent, r.Evidence)
			}
		})
	}
}
