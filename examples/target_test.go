package examples

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	_ "github.com/sextant-mbt/sextant/internal/testing/sut/connect" // systems at an address
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The tests of this folder start real servers on a free port of this machine and test them against their models. Where a
// server is not installed they are skipped; scripts/install.sh --targets installs them.

// wait is how long an answer may take: long, since a busy machine is slow, and a server that answers is not waited for.
const wait = 10 * time.Second

// shortWait is for a test that is to fail, perhaps by silence.
const shortWait = time.Second

// target is a real server to be tested: through an adapter, or as it is, with a mapping.
type target struct {
	model   string                                               // file of the model
	adapter string                                               // folder of the adapter, which has a flag -address; empty without one
	mapping string                                               // file of the mapping, without an adapter
	program string                                               // the server
	config  func(t *testing.T, folder string, port int) []string // arguments of the server, which may use the folder
	chosen  string                                               // an input with a value that the server chooses: no test made in advance has it right
	seeds   int64                                                // with how many seeds it is tested; 0 is 1
	apart   bool                                                 // tests do not see each other, so those by hand run at once
}

// skipShort skips a test of a whole system where short ones are wanted, as with the race detector: the packages that such a test uses
// have short tests of their own.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a test of a whole system takes long")
	}
}

// test tests the server: with a suite for all transitions, online, and by hand.
func (g target) test(t *testing.T, scenarios []scenario) {
	skipShort(t)
	t.Parallel()
	system := g.start(t)
	l := load(t, g.model)
	t.Run("suite", func(t *testing.T) { g.suitePasses(t, l, system) })
	t.Run("seeds", func(t *testing.T) { g.seedsPass(t, l, system) })
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			if g.apart {
				t.Parallel()
			}
			s.replay(t, g.model, system)
		})
	}
}

// start starts the server and builds the adapter, if there is one, and returns how the system under test is connected.
func (g target) start(t *testing.T) rig.SystemOptions {
	t.Helper()
	return g.at(t, g.listen(t))
}

// listen starts the server and returns its address.
func (g target) listen(t *testing.T) string {
	t.Helper()
	testkit.NeedsSolver(t)
	program, err := findServer(g.program)
	if err != nil {
		t.Skipf("%s is not installed: run scripts/install.sh --targets", g.program)
	}
	return g.serve(t, program, t.TempDir())
}

// at returns how the server at an address is connected.
func (g target) at(t *testing.T, address string) rig.SystemOptions {
	t.Helper()
	if g.adapter == "" {
		return rig.SystemOptions{System: "tcp:" + address, Mapping: g.mapping}
	}
	return rig.SystemOptions{System: fmt.Sprintf("exec:%s -address %s", build(t, g.adapter), address)}
}

// programs is where the programs of folders are built, and builds has how: each is built once for all tests.
var (
	programs string
	builds   sync.Map // by folder, func() error
)

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

// atOnce is how many tests run at once for each processor, unless -parallel says otherwise: they wait more than they compute.
const atOnce = 4

// runTests runs the tests with a folder for programs.
func runTests(m *testing.M) int {
	err := flag.Set("test.parallel", strconv.Itoa(atOnce*runtime.GOMAXPROCS(0)))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if programs, err = os.MkdirTemp("", "programs"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(programs)
	return m.Run()
}

// build builds the program of a folder, unless another test has, and returns its file.
func build(t *testing.T, folder string) string {
	t.Helper()
	testkit.NeedsSolver(t)
	program := filepath.Join(programs, folder)
	once, _ := builds.LoadOrStore(folder, sync.OnceValue(func() error {
		if out, err := exec.Command("go", "build", "-C", folder, "-o", program, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}))
	if err := once.(func() error)(); err != nil {
		t.Fatal(err)
	}
	return program
}

// lineProgram builds a program that speaks JSON lines, and returns how it is run with a fault.
func lineProgram(t *testing.T, folder string) func(fault string) rig.SystemOptions {
	t.Helper()
	program := build(t, folder)
	return func(fault string) rig.SystemOptions {
		return rig.SystemOptions{System: fmt.Sprintf("exec:%s -fault=%s", program, fault)}
	}
}

// webServer builds a web server, and returns how it is started with a fault; the messages of its model are in a mapping.
func webServer(t *testing.T, folder, mapping string) func(t *testing.T, fault string) rig.SystemOptions {
	t.Helper()
	program := build(t, folder)
	return func(t *testing.T, fault string) rig.SystemOptions {
		t.Helper()
		g := target{program: program, config: func(_ *testing.T, _ string, port int) []string {
			return []string{"-listen", fmt.Sprintf("127.0.0.1:%d", port), "-fault", fault}
		}}
		return rig.SystemOptions{System: "http://" + g.serve(t, program, t.TempDir()), Mapping: mapping}
	}
}

// test tests a system online.
func test(t *testing.T, l *model.Loaded, system rig.SystemOptions, o tester.Options) *result.Run {
	t.Helper()
	r, err := rig.Run(t.Context(), l, rig.RunOptions{Options: o, SystemOptions: system})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// search tests a system that has a fault: with few steps, which mostly find it, and if they do not, with as many as by default.
func search(t *testing.T, l *model.Loaded, system rig.SystemOptions, seed int64) *result.Run {
	t.Helper()
	o := tester.Options{Seed: seed, Wait: wait, Steps: 400, ShrinkTime: time.Millisecond}
	if r := test(t, l, system, o); r.Verdict == result.Fail {
		return r
	}
	o.Steps = tester.DefaultSteps
	return test(t, l, system, o)
}

// findServer looks on the PATH and where Debian puts servers.
func findServer(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return exec.LookPath(filepath.Join("/usr/sbin", name))
}

// serve starts the server on a free port and waits until it can be reached. Another process may take the port in between;
// then it is tried again.
func (g target) serve(t *testing.T, program, folder string) string {
	t.Helper()
	var said string
	for range 3 {
		port := freePort(t)
		address := fmt.Sprintf("127.0.0.1:%d", port)
		server := launch(t, program, folder, g.config(t, folder, port))
		if server.reached(address) {
			return address
		}
		said = server.end()
	}
	t.Fatalf("%s does not come up: %s", g.program, said)
	return ""
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// server is a server that was started.
type server struct {
	command *exec.Cmd
	output  bytes.Buffer
	exited  chan struct{}
}

// launch starts a server, which is ended with the test.
func launch(t *testing.T, program, folder string, arguments []string) *server {
	t.Helper()
	s := &server{command: exec.Command(program, arguments...), exited: make(chan struct{})}
	s.command.Dir = folder
	s.command.Stdout, s.command.Stderr = &s.output, &s.output
	subprocess.Isolate(s.command)
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.command.Wait() // it is killed, or its output says why it ended
		close(s.exited)
	}()
	t.Cleanup(func() { s.end() })
	return s
}

// reached waits until the server accepts connections; false means that it exited, or takes too long.
func (s *server) reached(address string) bool {
	for start := time.Now(); time.Since(start) < 30*time.Second; {
		select {
		case <-s.exited:
			return false
		case <-time.After(20 * time.Millisecond):
		}
		if connection, err := net.Dial("tcp", address); err == nil {
			connection.Close()
			return true
		}
	}
	return false
}

// end kills the server, if it has not exited, and returns what it said.
func (s *server) end() string {
	select {
	case <-s.exited:
	default:
		subprocess.Kill(s.command)
		<-s.exited
	}
	return s.output.String()
}

func load(t *testing.T, path string) *model.Loaded {
	t.Helper()
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Usable(); err != nil {
		t.Fatal(err, l.List.Sorted())
	}
	return l
}

// loadChanged loads a model in which a text is replaced by another.
func loadChanged(t *testing.T, path, old, other string) *model.Loaded {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), old) != 1 {
		t.Fatalf("%s does not have %q once", path, old)
	}
	changed := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), old, other, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	return load(t, changed)
}

// generate makes a suite that covers every transition.
func generate(t *testing.T, l *model.Loaded) *result.Suite {
	t.Helper()
	suite, err := analysis.Generate(t.Context(), l, analysis.GenerateOptions{Common: model.CommonDefaults(), Backend: model.BackendDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	if c := suite.Covered(); c.Covered != c.Total {
		t.Fatalf("the suite covers %d of %d transitions: %v", c.Covered, c.Total, c.Missing)
	}
	return suite
}

// stored returns an input of a test by hand.
func stored(t *testing.T, channel string, payload ...any) result.Stored {
	t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	in := result.Stored{Channel: channel}
	if err := json.Unmarshal(text, &in.Payload); err != nil {
		t.Fatal(err)
	}
	return in
}

// enumerators returns the values of an input that has one value, of an enumeration.
func enumerators(t *testing.T, l *model.Loaded, channel string) []string {
	t.Helper()
	for _, c := range l.System.Channels {
		if c.Name == channel {
			return c.Payload[0].Scalar.Members
		}
	}
	t.Fatalf("there is no channel %s", channel)
	return nil
}

// replay runs a stored test.
func replay(t *testing.T, l *model.Loaded, test *result.Test, system rig.SystemOptions, wait time.Duration) *result.Run {
	t.Helper()
	r, err := rig.Replay(t.Context(), l, test, rig.RunOptions{Options: tester.Options{Wait: wait}, SystemOptions: system})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// suitePasses runs a suite for all transitions: every test passes, and every transition is seen to be taken, but for those with a value
// that the server chooses.
func (g target) suitePasses(t *testing.T, l *model.Loaded, system rig.SystemOptions) {
	suite := generate(t, l)
	covered := map[string]bool{}
	for i := range suite.Tests {
		test := &suite.Tests[i].Test
		r := replay(t, l, test, system, wait)
		if r.Verdict != result.Inconclusive || !slices.ContainsFunc(test.Inputs, func(m result.Stored) bool { return m.Channel == g.chosen }) {
			expectPass(t, suite.Tests[i].Name, r)
		}
		for _, hit := range r.Coverage.Transitions.Reached {
			covered[hit.Name] = true
		}
	}
	t.Logf("%d tests, %d transitions covered", len(suite.Tests), len(covered))
	for _, transition := range l.System.Transitions() {
		if input := transition.Receive; !covered[transition.Name] && (input == nil || input.Name != g.chosen) {
			t.Errorf("%s is not covered", transition.Name)
		}
	}
}

// seedsPass tests online with several seeds: every run passes, and covers every transition.
func (g target) seedsPass(t *testing.T, l *model.Loaded, system rig.SystemOptions) {
	seeds, steps := cmp.Or(g.seeds, 1), 300
	if testkit.Long() {
		seeds, steps = 20, 0
	}
	for seed := int64(1); seed <= seeds; seed++ {
		r := test(t, l, system, tester.Options{Seed: seed, Wait: wait, Steps: steps})
		expectPass(t, fmt.Sprint("seed ", seed), r)
		c := r.Coverage.Transitions
		t.Logf("seed %d: %s, %d inputs, %d/%d transitions", seed, r.Verdict, r.Sent, c.Covered, c.Total)
		for _, miss := range c.Missing {
			t.Errorf("seed %d: %s is not covered", seed, miss.Name)
		}
	}
}

func expectPass(t *testing.T, name string, r *result.Run) {
	t.Helper()
	if r.Verdict == result.Pass {
		return
	}
	t.Errorf("%s: %s: %s", name, r.Verdict, r.Evidence)
	for _, e := range r.Trace {
		t.Logf("  %s %s", e.Kind, e.Message)
	}
}

// expectFailure expects that a system fails with some evidence.
func expectFailure(t *testing.T, r *result.Run, evidence string) {
	t.Helper()
	if r.Verdict != result.Fail || !strings.Contains(r.Evidence, evidence) {
		t.Errorf("%s: %s; want a failure with %q\n%s", r.Verdict, r.Evidence, evidence, r.Log)
	}
}

// expectVerdict expects that a system passes if it has no fault, and otherwise fails with an output that is wrong.
func expectVerdict(t *testing.T, fault string, r *result.Run) {
	t.Helper()
	t.Logf("%s: %d inputs, %s", r.Verdict, r.Sent, r.Evidence)
	if fault == "" {
		expectPass(t, "no fault", r)
	} else {
		expectFailure(t, r, "the system sent ")
	}
}

// scenario is a test by hand that tells the right model from a wrong one.
type scenario struct {
	name     string // what is wrong with the wrong model
	inputs   string // JSON: a list of stored messages
	old, new string // makes the wrong model of the text of the right one
	evidence string // why the server does not conform to the wrong one
}

// replay replays a scenario: the server conforms to the right model, and not to the wrong one.
func (s scenario) replay(t *testing.T, model string, system rig.SystemOptions) {
	test := &result.Test{}
	if err := json.Unmarshal([]byte(s.inputs), &test.Inputs); err != nil {
		t.Fatal(err)
	}
	expectPass(t, "the right model", replay(t, load(t, model), test, system, wait))
	expectFailure(t, replay(t, loadChanged(t, model, s.old, s.new), test, system, shortWait), s.evidence)
}
