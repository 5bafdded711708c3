package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sextant-mbt/sextant/internal/results/schema"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/documents"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
	"github.com/sextant-mbt/sextant/internal/testkit/junitrules"
)

// Every script in testdata/script runs the command as a user would. Besides the commands of testscript they have:
//
//	exits CODE COMMAND...    run a command, which must end with this exit code and must not panic
//	steady                   make the last standard output comparable: the cost, which differs from run to run, is left out
//	json KEY... VALUE        the last standard output is one JSON document that fits its schema, and has VALUE at KEY (list items
//	                         by number)
//	fits NAME [FILE]         FILE, or the last standard output, fits the JSON Schema of this name
//	junit FILE COUNT...      FILE is a JUnit report that keeps the rules, and has so many tests, failures, errors and skipped ones;
//	                         each case has its time
//	repeat FILE TEXT COUNT   write TEXT COUNT times to the end of FILE; %XX in TEXT is a byte
//	await FILE COUNT TEXT    wait until FILE has TEXT COUNT times
//	replay                   run the command of the last "replay the ..." line of the last standard output
//	clock, within DURATION   start a clock; fail if more time has passed on it
//	build FILE PACKAGE       FILE is a program of the repository; it is built once for all scripts
//
// $BIN is a folder with nothing but sextant, $ROOT the root of the repository, $HOSTPATH the PATH that the script began with.

func TestMain(m *testing.M) {
	testscript.Main(waiting{m}, map[string]func(){"sextant": main})
}

// waiting runs tests that wait more than they compute: three times as many at once as there are processors, unless -parallel says
// otherwise.
type waiting struct{ *testing.M }

func (w waiting) Run() int {
	if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitEnvironment
	}
	directPython()
	return w.M.Run()
}

// directPython puts the folder of python3 itself first on the PATH. Where versions of it are managed, the one on the PATH is a script that
// looks for it, which takes ten times as long to start, and systems under test are started often.
func directPython() {
	program, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if folder := filepath.Dir(string(program)); err == nil && filepath.IsAbs(folder) {
		os.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
}

func TestScript(t *testing.T) {
	testkit.NeedsSolver(t)
	t.Parallel() // with the pages, which wait, too
	shared := newPrograms(t)
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(env *testscript.Env) error {
			env.Values[programsKey{}] = shared
			return setUpScript(env)
		},
		Cmds:                scriptCommands,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *golden.Update,
	})
}

var comparison = regexp.MustCompile(`(?m)^(\[.*\] )?cmp `)

// waiters are the scripts whose systems are silent, so that they wait for tens of seconds.
var waiters = regexp.MustCompile(`^(target_|run_flaky|run_moody|run_lamp|sut_closed|sut_tcp|init|exit_codes)`)

// scripts are the files to run; those that mostly wait come last, since go mostly starts the last ones of many parallel tests first, so that the
// others run meanwhile. With -update they are those that compare with a file: nothing else in them can be rewritten.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts were found: %v", err)
	}
	waits := func(file string) bool { return waiters.MatchString(filepath.Base(file)) }
	files = append(slices.DeleteFunc(slices.Clone(files), waits), slices.DeleteFunc(files, func(f string) bool { return !waits(f) })...)
	if !*golden.Update {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && !comparison.Match(text)
	})
}

var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"exits":  exitsCommand,
	"steady": steadyCommand,
	"json":   jsonCommand,
	"fits":   fitsCommand,
	"junit":  junitCommand,
	"repeat": repeatCommand,
	"await":  awaitCommand,
	"replay": replayCommand,
	"clock":  clockCommand,
	"within": withinCommand,
	"build":  buildCommand,
}

// fitsCommand checks a document against its JSON Schema.
func fitsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: [!] fits NAME [FILE]")
	}
	d, ok := schema.Find(args[0])
	if !ok {
		ts.Fatalf("there is no document %s", args[0])
	}
	if err := documents.Check(d, []byte(ts.ReadFile(append(args[1:], "stdout")[0]))); (err != nil) != neg {
		ts.Fatalf("%v", err)
	}
}

// junitCommand checks a JUnit report.
func junitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: junit FILE TESTS FAILURES ERRORS SKIPPED")
	}
	root, problems := junitrules.Check([]byte(ts.ReadFile(args[0])))
	if len(problems) > 0 || len(root.Children) != 1 {
		ts.Fatalf("%s: %q", args[0], problems)
	}
	for i, name := range []string{"tests", "failures", "errors", "skipped"} {
		if got := root.Children[0].Attr(name); got != args[i+1] {
			ts.Fatalf("%s: %s is %s, not %s:\n%s", args[0], name, got, args[i+1], ts.ReadFile(args[0]))
		}
	}
	for _, c := range root.Children[0].Children {
		if c.XMLName.Local == "testcase" && c.Attr("time") == "0.000000" && c.Attr("name") != "tests that were not run" {
			ts.Fatalf("%s: the case %s has no time", args[0], c.Attr("name"))
		}
	}
}

// raceOptions is what GORACE is for the commands of the tests. By default a program built with -race sleeps a second before
// it ends well, in case a race is still to come: five minutes, over all scripts.
const raceOptions = "atexit_sleep_ms=20"

func setUpScript(env *testscript.Env) error {
	program, err := exec.LookPath("sextant")
	if err != nil {
		return err
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	env.Setenv("BIN", filepath.Dir(program))
	env.Setenv("ROOT", root)
	env.Setenv("HOSTPATH", env.Getenv("PATH"))
	env.Setenv("LC_ALL", "C")
	env.Setenv("GORACE", raceOptions)
	if cache := goCache(); cache != "" {
		env.Setenv("GOCACHE", cache) // a script runs go test
		env.Setenv("GOFLAGS", os.Getenv("GOFLAGS"))
	}
	env.Values[clockKey{}] = new(clock)
	return nil
}

func exitsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strings.Contains(ts.ReadFile("stderr"), "goroutine ") {
		ts.Fatalf("a panic")
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

// costParagraph is the entry "cost" of a text with its further lines, which are indented.
var costParagraph = regexp.MustCompile(`(?m)^  cost       .*\n(?:             .*\n)*`)

// steady leaves out what differs from run to run.
func steady(text string) string {
	return costParagraph.ReplaceAllString(text, "  cost       ...\n")
}

func steadyCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: steady")
	}
	fmt.Fprint(ts.Stdout(), steady(ts.ReadFile("stdout")))
}

func jsonCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: [!] json KEY... VALUE")
	}
	text := ts.ReadFile("stdout")
	var document any
	ts.Check(json.Unmarshal([]byte(text), &document))
	if _, err := documents.Printed([]byte(text)); err != nil {
		ts.Fatalf("%v", err)
	}
	keys, want := args[:len(args)-1], args[len(args)-1]
	got, err := lookUp(document, keys)
	ts.Check(err)
	if (got == want) == neg {
		ts.Fatalf("%s is %s", strings.Join(keys, "."), got)
	}
}

// lookUp follows keys into a JSON document and returns what is there as text: a string plainly, the rest as JSON.
func lookUp(document any, keys []string) (string, error) {
	for i, key := range keys {
		found := false
		switch d := document.(type) {
		case map[string]any:
			document, found = d[key]
		case []any:
			if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < len(d) {
				document, found = d[n], true
			}
		}
		if !found {
			return "", fmt.Errorf("there is no %s", strings.Join(keys[:i+1], "."))
		}
	}
	if s, ok := document.(string); ok {
		return s, nil
	}
	text, err := json.Marshal(document)
	return string(text), err
}

var escapedByte = regexp.MustCompile(`%[0-9A-F]{2}`)

func repeatCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat FILE TEXT COUNT")
	}
	count, err := strconv.Atoi(args[2])
	ts.Check(err)
	text := escapedByte.ReplaceAllStringFunc(args[1], func(code string) string {
		b, _ := strconv.ParseUint(code[1:], 16, 8)
		return string([]byte{byte(b)})
	})
	file, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	_, err = file.WriteString(strings.Repeat(text, count))
	ts.Check(err)
	ts.Check(file.Close())
}

func awaitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: await FILE COUNT TEXT")
	}
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Count(string(text), args[2]) >= count {
			return
		}
	}
	ts.Fatalf("%s does not have %q %d times after a minute", args[0], args[2], count)
}

var replayLine = regexp.MustCompile(`(?m)^replay the [a-z-]+: (.*)$`)

func replayCommand(ts *testscript.TestScript, neg bool, args []string) {
	lines := replayLine.FindAllStringSubmatch(ts.ReadFile("stdout"), -1)
	if len(args) != 0 || len(lines) == 0 {
		ts.Fatalf("the last standard output has no replay line")
	}
	err := ts.Exec("sh", "-c", lines[len(lines)-1][1])
	if neg == (err == nil) {
		ts.Fatalf("the replay gave: %v", err)
	}
}

type clockKey struct{}

// clock is the beginning of what must not take long.
type clock struct {
	begun    time.Time
	slowness *testkit.Slowness
}

func clockCommand(ts *testscript.TestScript, _ bool, _ []string) {
	c := ts.Value(clockKey{}).(*clock)
	*c = clock{time.Now(), testkit.MeasureSlowness()}
	ts.Defer(c.slowness.End)
}

// withinCommand checks that not much time has passed since the clock was started. A busy machine has more.
func withinCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: within DURATION")
	}
	limit, err := time.ParseDuration(args[0])
	ts.Check(err)
	c := ts.Value(clockKey{}).(*clock)
	c.slowness.End()
	if took, factor := time.Since(c.begun), c.slowness.Factor(); took > time.Duration(factor*float64(limit)) {
		ts.Fatalf("it took %v, more than %v, and the machine was %.1f times slower than an idle one", took, limit, factor)
	}
}
