package examples

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

var mosquitto = target{
	model:   "mosquitto/mosquitto.sxt",
	adapter: "./mosquitto/mqtt",
	program: "mosquitto",
	apart:   true,
	config: func(t *testing.T, folder string, port int) []string {
		file := filepath.Join(folder, "mosquitto.conf")
		text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence false\n", port)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return []string{"-c", file}
	},
}

func TestMosquitto(t *testing.T) { mosquitto.test(t, mosquittoScenarios) }

// Where nothing may come, the tester does not wait long, and the broker may take its time. So some scenarios end with a good-bye,
// which is answered on the same connection: what comes at all comes before.
var mosquittoScenarios = []scenario{
	{"a good-bye leaves the will", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "disconnect"}]`,
		"in disconnect()\n", "in disconnect() when will == 0\nfarewell: online -> offline in disconnect() when will > 0 out delivery(will, false)\n",
		"the system sent nothing; allowed was: message(5, false)"},
	{"a cut connection leaves nothing", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "drop"}, {"channel": "unsubscribe"}]`,
		"in drop() when will > 0 and joined and awake\n  do kept := if keepWill then will else kept\n  out delivery(will, false)\ntake",
		"in drop() when will > 0 and joined and awake\n  do kept := if keepWill then will else kept\ntake", "the system sent message(5, false)"},
	{"a will is not retained", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, true]}, {"channel": "drop"}, {"channel": "subscribe"}, {"channel": "unsubscribe"}]`,
		"dropWill: online -> offline in drop() when will > 0 and joined and awake\n  do kept := if keepWill then will else kept\n",
		"dropWill: online -> offline in drop() when will > 0 and joined and awake\n", "the system sent message(5, true)"},
	{"who takes a place inherits the will", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "takeOver"}, {"channel": "unsubscribe"}]`,
		"out delivery(last, false), closing()", "out closing()", "the system sent message(5, false)"},
	{"a message says that it is retained", `[{"channel": "connect"}, {"channel": "subscribe"}, {"channel": "publish", "payload": [5, true]}]`,
		"when joined do kept := if retain then p else kept out delivery(p, false)", "when joined do kept := if retain then p else kept out delivery(p, retain)", "the system sent message(5, false)"},
	{"a second subscription brings nothing", `[{"channel": "connect"}, {"channel": "publish", "payload": [5, true]}, {"channel": "subscribe"}, {"channel": "subscribe"}, {"channel": "unsubscribe"}]`,
		"in subscribe() when kept > 0 out delivery(kept, true)", "in subscribe() when kept > 0", "the system sent message(5, true)"},
	{"an empty message is not passed on", `[{"channel": "connect"}, {"channel": "subscribe"}, {"channel": "clear"}, {"channel": "unsubscribe"}]`,
		"do kept := 0 out delivery(0, false)", "do kept := 0", "the system sent empty(false)"},
	{"an empty message is retained", `[{"channel": "connect"}, {"channel": "publish", "payload": [5, true]}, {"channel": "clear"}, {"channel": "subscribe"}]`,
		"in clear() when not joined do kept := 0", "in clear() when not joined", "the system sent nothing; allowed was: message(5, true)"},
	{"a session is forgotten", `[{"channel": "subscribe"}, {"channel": "sleep"}, {"channel": "wake"}]`,
		"out resumed(true)", "out resumed(false)", "the system sent resumed(true)"},
	{"messages for a sleeper are lost", `[{"channel": "connect"}, {"channel": "subscribe"}, {"channel": "sleep"}, {"channel": "publish", "payload": [5, false]}, {"channel": "wake"}]`,
		"when awake and p > 0 out message(p, retained)", "when awake and p > 0 out message(p, retained)\n  lose: ready -> ready in delivery(_, _) when not awake",
		"the system sent message(5, false)"},
	{"half a packet is thrown away", `[{"channel": "subscribe"}, {"channel": "connect"}, {"channel": "half", "payload": [5]}, {"channel": "rest"}]`,
		"rest:        halved -> waiting in rest() when joined out delivery(held, false)", "rest: halved -> online in rest() when joined", "the system sent "},
	{"a repeated message is acknowledged once", `[{"channel": "connect"}, {"channel": "publishTwice", "payload": [5]}, {"channel": "repeat"}]`,
		"when not repeated do repeated := true out received()", "when not repeated do repeated := true", "the system sent received()"},
	{"a violation discards the will", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "violate", "payload": ["publishQoS3"]}]`,
		"in violate(_) when will > 0 and joined and awake\n  do kept := if keepWill then will else kept\n  out delivery(will, false)",
		"in violate(_) when will > 0 and joined and awake", "the system sent message(5, false)"},
	{"PUBREL of what was never sent has no answer", `[{"channel": "connect"}, {"channel": "pubrel"}]`,
		"in pubrel() out completed()", "in pubrel()", "the system sent completed()"},
	{"DISCONNECT leaves the connection open", `[{"channel": "subscribe"}, {"channel": "connect"}, {"channel": "talkAfter", "payload": [5]}]`,
		"talkAfter: online -> ended ", "talkAfter: online -> online", "the system sent closed()"},

	// Where the broker departs from the standard: the wrong model is what the standard says.
	{"standard: a second CONNECT publishes the will", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "connectAgain"}]`,
		"in connectAgain()", "in connectAgain() out delivery(will, false)", "the system sent nothing; allowed was: message(5, false)"},
	{"standard: SUBACK of a client ends the connection", `[{"channel": "connect"}, {"channel": "ignored", "payload": ["suback"]}]`,
		"ignored:      online -> online in", "ignored: online -> ended in", "the system sent nothing; allowed was: closed()"},
	{"standard: reserved bits of PUBACK end the connection", `[{"channel": "connect"}, {"channel": "ignored", "payload": ["pubackBits"]}]`,
		"ignored:      online -> online in", "ignored: online -> ended in", "the system sent nothing; allowed was: closed()"},
	{"standard: reserved bits of PINGREQ end the connection", `[{"channel": "connect"}, {"channel": "pingBadly", "payload": [false]}]`,
		"pingBadly:    online -> online in pingBadly(_) out alive()", "pingBadly: online -> ended in pingBadly(_)", "the system sent alive(); allowed was: closed()"},
	{"standard: reserved bits of PUBREC end the connection", `[{"channel": "connect"}, {"channel": "pubrecBits"}]`,
		"pubrecBits:   online -> online in pubrecBits() out released()", "pubrecBits: online -> ended in pubrecBits()", "the system sent released(); allowed was: closed()"},
	{"standard: a repeated message of quality 0 ends the connection", `[{"channel": "subscribe"}, {"channel": "connect"}, {"channel": "publishDup", "payload": [5]}]`,
		"publishDup:   online -> online in publishDup(p) when joined and awake out delivery(p, false)", "publishDup: online -> ended in publishDup(_)", "the system sent message(5, false); allowed was: closed()"},
	{"standard: a message may be repeated twice", `[{"channel": "connect"}, {"channel": "publishTwice", "payload": [5]}, {"channel": "repeat"}, {"channel": "repeat"}]`,
		"held -> ended    in repeat() when repeated and will == 0", "held -> held in repeat() when repeated and will == 0 out received()", "the system sent closed(); allowed was: received()"},
}

// TestMosquittoViolations: the broker does with each wrong packet what the model says, whether there is a will or not.
func TestMosquittoViolations(t *testing.T) {
	skipShort(t)
	t.Parallel()
	system, l := mosquitto.start(t), load(t, mosquitto.model)
	test := &result.Test{}
	send := func(channel string, payload ...any) {
		test.Inputs = append(test.Inputs, stored(t, channel, payload...))
	}
	send("subscribe")
	for _, channel := range []string{"strange", "greetBadly"} {
		for _, how := range enumerators(t, l, channel) {
			send(channel, how)
		}
	}
	send("connect")
	for _, how := range enumerators(t, l, "ignored") {
		send("ignored", how)
	}
	send("disconnect")
	for _, how := range enumerators(t, l, "violate") {
		send("connect")
		send("violate", how)
		send("connectWill", 5, true)
		send("violate", how)
		send("subscribe")
	}
	expectPass(t, "violations", replay(t, l, test, system, wait))
}
