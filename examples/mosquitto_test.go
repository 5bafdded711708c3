package examples

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var mosquitto = target{
	model:   "mosquitto/mosquitto.sxt",
	adapter: "./mosquitto/mqtt",
	program: "mosquitto",
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
		"  out delivery(will, false)\n", "", "the system sent message(5, false)"},
	{"a will is not retained", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, true]}, {"channel": "drop"}, {"channel": "subscribe"}, {"channel": "unsubscribe"}]`,
		"  do kept := if keepWill then will else kept\n", "", "the system sent message(5, true)"},
	{"who takes a place inherits the will", `[{"channel": "subscribe"}, {"channel": "connectWill", "payload": [5, false]}, {"channel": "takeOver"}, {"channel": "unsubscribe"}]`,
		"out delivery(last, false), closing()", "out closing()", "the system sent message(5, false)"},
	{"a message says that it is retained", `[{"channel": "connect"}, {"channel": "subscribe"}, {"channel": "publish", "payload": [5, true]}]`,
		"out delivery(p, false)", "out delivery(p, retain)", "the system sent message(5, false)"},
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
}
