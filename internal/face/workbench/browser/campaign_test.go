package browser

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// protocolLog writes a log of instances of the protocol, in which one answer in so many is an error. It is the same every time.
func protocolLog(name string, instances, errors int) error {
	random := rand.New(rand.NewPCG(7, 7))
	var log strings.Builder
	for i := range instances {
		start := 1_700_000_000 + 10*float64(i)
		answer := "ack"
		if i%errors == 0 {
			answer = "err"
		}
		fmt.Fprintf(&log, "{\"id\": \"%d\", \"time\": %f, \"input\": \"send\"}\n", i, start)
		fmt.Fprintf(&log, "{\"id\": \"%d\", \"time\": %f, \"output\": \"%s\"}\n", i, start+random.ExpFloat64()/20, answer)
	}
	return os.WriteFile(name, []byte(log.String()), 0o600)
}

// A campaign shows both verdicts, the frequencies with their intervals, the waiting times in three pictures, and how each estimate converged.
func TestCampaign(t *testing.T) {
	d := newTab(t)
	folder, _ := tools()
	d.navigate("file://" + d.report([]string{"conform", "protocol/protocol.sxt", filepath.Join(folder, "protocol.log")}) + "#/campaign")
	d.waitText(".badge.functional.good", "pass")
	d.waitText(".badge.probabilistic.good", "pass")
	d.wait("document.querySelectorAll('[aria-label=Verdicts] tbody tr').length === 3")
	d.wait("document.querySelectorAll('.choice tbody tr').length === 2 && document.querySelectorAll('.choice circle').length === 2")
	d.wait("document.querySelectorAll('.choice figure path[class*=line]').length === 2")
	d.wait("document.querySelectorAll('.waits svg.chart').length === 3")
	d.wait("document.querySelectorAll('.waits rect').length === 20 && document.querySelectorAll('.waits circle').length === 50")
	d.wait("!document.querySelector('#view').innerHTML.includes('NaN')")
	d.checkAccess()
}

// A wrong frequency is the evidence of the probabilistic verdict only.
func TestFailedCampaign(t *testing.T) {
	d := newTab(t)
	name := filepath.Join(t.TempDir(), "errors.log")
	if err := protocolLog(name, 200, 3); err != nil {
		t.Fatal(err)
	}
	d.navigate("file://" + d.report([]string{"conform", "protocol/protocol.sxt", name}) + "#/campaign")
	d.waitText(".badge.functional.good", "pass")
	d.waitText(".badge.probabilistic.bad", "fail")
	d.waitText("[aria-label=Verdicts] .notice.bad", "the frequencies are not those of the model")
	d.checkAccess()
}

// chanceModel has a value for each kind: exact fractions over schedulers, and an expectation that is infinite.
const chanceModel = `system Link
var tries: 0..3 = 0
initial idle
send: idle -> waiting when tries < 3 do tries := tries + 1
wait: idle -> failed
reply: waiting -> { 9/10: done; 1/10: idle }
purpose arrived = location done
purpose lost = location failed
`

// The values of goals are shown with how sure each is, over all schedulers or as the estimates of a simulation.
func TestChance(t *testing.T) {
	d := newTab(t)
	name := filepath.Join(t.TempDir(), "link.sxt")
	if err := os.WriteFile(name, []byte(chanceModel), 0o600); err != nil {
		t.Fatal(err)
	}
	d.navigate("file://" + d.report([]string{"chance", name}) + "#/chance")
	d.waitText(".goals td", "999/1000")
	d.waitText(".goals .badge", "exact")
	d.waitText(".goals .badge", "infinite")
	d.wait("document.querySelectorAll('.goals svg').length === 2")
	d.checkAccess()
	d.navigate("file://" + d.report([]string{"chance", name, "--simulate", "200"}) + "#/chance")
	d.waitText(".goals .badge", "estimate")
	d.waitText("[aria-label=Method]", "random runs")
	d.checkAccess()
}
