package sextant_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant"
)

// lampTop is how far the lamp of TestLamp and FuzzLamp goes: 10 as it should, or more in a child process.
func lampTop() int64 {
	if top, err := strconv.Atoi(os.Getenv("SEXTANT_TEST_TOP")); err == nil {
		return int64(top)
	}
	return 10
}

// lampModel is the model of the lamp, also for a child process in another folder.
func lampModel() sextant.File {
	if model := os.Getenv("SEXTANT_TEST_MODEL"); model != "" {
		return sextant.File(model)
	}
	return lightModel
}

func TestLamp(t *testing.T) {
	sextant.Test(t, lampModel(), sextant.Synchronous(newLamp(lampTop())), sextant.TestOptions{Folder: os.Getenv("SEXTANT_TEST_FOLDER")})
}

func FuzzLamp(f *testing.F) {
	sextant.Fuzz(f, lampModel(), sextant.Synchronous(newLamp(lampTop())), sextant.TestOptions{})
}

// inChild runs this test program in a folder, with a lamp that goes up to top.
func inChild(t *testing.T, folder string, top int, args ...string) (output string, ok bool) {
	t.Helper()
	model, err := filepath.Abs(string(lightModel))
	if err != nil {
		t.Fatal(err)
	}
	return child(t, folder, []string{"SEXTANT_TEST_TOP=" + strconv.Itoa(top), "SEXTANT_TEST_MODEL=" + model}, args)
}

// inChildWith runs this test program in a folder, with a model and a fault of childAdder.
func inChildWith(t *testing.T, folder, model, fault string, args ...string) (output string, ok bool) {
	t.Helper()
	return child(t, folder, []string{"SEXTANT_TEST_FAULT=" + fault, "SEXTANT_TEST_MODEL=" + model}, args)
}

// child runs this test program in a folder.
func child(t *testing.T, folder string, environment, args []string) (output string, ok bool) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], append([]string{"-test.v", "-test.timeout=1m"}, args...)...)
	c.Dir = folder
	c.Env = append(os.Environ(), environment...)
	text, err := c.CombinedOutput()
	return string(text), err == nil
}

var runCommand = regexp.MustCompile(`go test -run '([^']*)'`)

// TestSubtests: a right lamp passes subtest by subtest; a wrong one fails, the failing test is stored and runs first and alone
// by the command that is printed, and it passes once the lamp is right again.
func TestSubtests(t *testing.T) {
	folder := t.TempDir()
	text, ok := inChild(t, folder, 10, "-test.run=^TestLamp$")
	if !ok || !contains(text, "--- PASS: TestLamp/paths/01-", "--- PASS: TestLamp/online", "2 paths cover 5/5 transitions", "light.sxt: pass: 5/5 transitions, ", " inputs, ", "seed 0; ", " boundary values") || strings.Contains(text, "stored") {
		t.Fatalf("the right lamp: %s", text)
	}
	text, ok = inChild(t, folder, 99, "-test.run=^TestLamp$")
	files, _ := filepath.Glob(filepath.Join(folder, "testdata", "sextant", "light", "*.json"))
	if ok || len(files) != 1 || !contains(text, "--- FAIL: TestLamp/online", "the system sent lamp(11); allowed was: lamp(10)", "stored in testdata/sextant/light/"+filepath.Base(files[0])) {
		t.Fatalf("the wrong lamp, %v: %s", files, text)
	}
	if !regexp.MustCompile(`gotest_test\.go:\d+: the system does not conform`).MatchString(text) {
		t.Errorf("the failure does not point at the call of Test: %s", text)
	}
	command := runCommand.FindStringSubmatch(text)
	if command == nil {
		t.Fatalf("no command in %s", text)
	}
	name := "TestLamp/stored/" + strings.TrimSuffix(filepath.Base(files[0]), ".json")
	text, ok = inChild(t, folder, 99, "-test.run="+command[1])
	if ok || !contains(text, "--- FAIL: "+name, "the system sent lamp(11)", command[0]) || strings.Contains(text, "TestLamp/online") {
		t.Errorf("the stored test: %s", text)
	}
	text, ok = inChild(t, folder, 10, "-test.run=^TestLamp$")
	if first, _, _ := strings.Cut(text, "TestLamp/paths"); !ok || !contains(first, "=== RUN   "+name) {
		t.Errorf("the right lamp again: %s", text)
	}
}

// misnamed is a lamp whose outputs have a channel that the model does not have.
func misnamed() func(sextant.Message) []sextant.Message {
	return func(sextant.Message) []sextant.Message { return []sextant.Message{{Channel: "lmap"}} }
}

func TestMisnamed(t *testing.T) {
	if os.Getenv("SEXTANT_TEST_MODEL") == "" {
		t.Skip("this is run by TestMistakeOnce")
	}
	sextant.Test(t, lampModel(), sextant.Synchronous(misnamed), sextant.TestOptions{})
}

// TestMistakeOnce: a mistake of the adapter is reported once, at the call of Test, and nothing is stored.
func TestMistakeOnce(t *testing.T) {
	folder := t.TempDir()
	text, ok := inChild(t, folder, 10, "-test.run=^TestMisnamed$")
	if ok || strings.Count(text, "did you mean") != 1 || !regexp.MustCompile(`gotest_test\.go:\d+: .*a mistake in the System`).MatchString(text) {
		t.Errorf("%s", text)
	}
	if _, err := os.Stat(filepath.Join(folder, "testdata")); err == nil {
		t.Error("a test was stored")
	}
}

// TestShort: with -short a session is short.
func TestShort(t *testing.T) {
	text, ok := inChild(t, t.TempDir(), 10, "-test.run=^TestLamp$", "-test.short")
	inputs := regexp.MustCompile(`(\d+) inputs, `).FindStringSubmatch(text)
	if n := 0; ok && inputs != nil {
		if n, _ = strconv.Atoi(inputs[1]); n > 500 {
			t.Errorf("%d inputs", n)
		}
	} else {
		t.Errorf("%s", text)
	}
}

func BenchmarkLamp(b *testing.B) {
	sextant.Test(b, lampModel(), sextant.Synchronous(newLamp(lampTop())), sextant.TestOptions{Steps: 20})
}

// TestBenchmark: a benchmark runs b.N sessions, and fails if the system does.
func TestBenchmark(t *testing.T) {
	if text, ok := inChild(t, t.TempDir(), 10, "-test.run=^$", "-test.bench=^BenchmarkLamp$", "-test.benchtime=3x"); !ok || !contains(text, "BenchmarkLamp", " 3\t", "inputs/s") {
		t.Errorf("%s", text)
	}
	if text, ok := inChild(t, t.TempDir(), 1, "-test.run=^$", "-test.bench=^BenchmarkLamp$", "-test.benchtime=3x"); ok || !contains(text, "--- FAIL: BenchmarkLamp", "allowed was") {
		t.Errorf("%s", text)
	}
}

// TestFolder: failing tests are kept where the options say; if that is not possible, the failure is reported nevertheless.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("SEXTANT_TEST_FOLDER", filepath.Join("kept", "here"))
	if text, ok := inChild(t, folder, 99, "-test.run=^TestLamp$"); ok || !contains(text, "stored in "+filepath.Join("kept", "here")) {
		t.Errorf("%s", text)
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SEXTANT_TEST_FOLDER", filepath.Join("file", "here"))
	text, ok := inChild(t, folder, 99, "-test.run=^TestLamp$")
	if ok || !contains(text, "the system sent lamp(11); allowed was: lamp(10)", "the failing test cannot be stored", "sextant.TestOptions{Seed: 0") {
		t.Errorf("%s", text)
	}
}

func contains(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// TestStoredTests: of stored tests that cannot be run, damaged ones fail, and those that the model does not accept any more are skipped.
func TestStoredTests(t *testing.T) {
	folder := t.TempDir()
	stored := filepath.Join(folder, "testdata", "sextant", "light")
	if err := os.MkdirAll(stored, 0o755); err != nil {
		t.Fatal(err)
	}
	const head = `{"format": "sextant-test-1", "inputs": [`
	for name, text := range map[string]string{
		"outgrown": head + `{"channel": "press", "payload": []}, {"channel": "press", "payload": []}, {"channel": "timer", "payload": []}]}`,
		"unknown":  head + `{"channel": "pull", "payload": []}]}`,
		"damaged":  head,
	} {
		if err := os.WriteFile(filepath.Join(stored, name+".json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, ok := inChild(t, folder, 10, "-test.run=^TestLamp$/^stored$")
	if ok || !contains(text, "--- SKIP: TestLamp/stored/outgrown", "the model does not accept timer() here", "--- FAIL: TestLamp/stored/unknown",
		`the model has no input channel "pull"`, "--- FAIL: TestLamp/stored/damaged", "is not a stored test") {
		t.Errorf("%s", text)
	}
}

// TestFuzz: the seeds are paths that cover the model; the fuzzer finds the wrong lamp and stores how.
func TestFuzz(t *testing.T) {
	folder := t.TempDir()
	text, ok := inChild(t, folder, 10, "-test.run=^FuzzLamp$")
	if !ok || !contains(text, "--- PASS: FuzzLamp/seed#0", "--- PASS: FuzzLamp/seed#1") {
		t.Fatalf("the right lamp: %s", text)
	}
	text, ok = inChild(t, folder, 99, "-test.run=^$", "-test.fuzz=^FuzzLamp$", "-test.fuzztime=20000x", "-test.parallel=1", "-test.fuzzcachedir="+filepath.Join(folder, "cache"))
	if ok || !regexp.MustCompile(`the system sent lamp\(\d\d+\); allowed was: lamp\(10\)`).MatchString(text) {
		t.Fatalf("the wrong lamp: %s", text)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "testdata", "fuzz", "FuzzLamp", "*")); len(files) != 1 {
		t.Errorf("%v: %s", files, text)
	}
	text, ok = inChild(t, folder, 99, "-test.run=^FuzzLamp$")
	if ok || !contains(text, "allowed was: lamp(10)") {
		t.Errorf("the stored input: %s", text)
	}
}
