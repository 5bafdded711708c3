package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// suite makes a suite of so many tests.
func suite(tests int) *result.Suite {
	out := &result.Suite{Criterion: "transitions", Coverage: map[string]result.Tally{"transitions": {Covered: tests, Total: 9}}}
	for i := range tests {
		out.Tests = append(out.Tests, result.SuiteTest{Test: result.Test{Format: testFormat, Inputs: []result.Stored{}}, Name: "test-0" + string(rune('1'+i)), Transitions: []string{"a", "b"}})
	}
	return out
}

// files lists the names in a folder.
func files(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A new suite replaces the tests of the old one and leaves other files alone; it is read back as it is.
func TestWriteSuiteReplaces(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "test-99.json"), "mine")
	write(t, filepath.Join(folder, "notes.txt"), "mine")
	for _, s := range []*result.Suite{suite(3), suite(1)} {
		if err := WriteSuite(folder, s); err != nil {
			t.Fatal(err)
		}
	}
	if got := files(t, folder); !slices.Equal(got, []string{"notes.txt", "suite.json", "test-01.json", "test-99.json"}) {
		t.Errorf("the folder has %v", got)
	}
	var back result.Suite
	if err := ReadSuite(folder, "m.sxt", &back); err != nil || len(back.Tests) != 1 || back.Tests[0].Name != "test-01" || back.Steps != 2 || back.Covered().Covered != 1 {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

// A summary that names other files is refused: nothing outside of the suite is read or removed.
func TestSuiteRefuses(t *testing.T) {
	for _, name := range []string{"../precious", "notes.txt", "test-01.json/../../x"} {
		folder := t.TempDir()
		text, err := json.Marshal(result.SuiteSummary{Format: suiteFormat, Files: []string{name}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, summaryFile), string(text))
		var back result.Suite
		for _, err := range []error{WriteSuite(folder, suite(1)), ReadSuite(folder, "m.sxt", &back)} {
			if err == nil || !strings.Contains(err.Error(), "which is not a test of a suite") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := files(t, folder); len(got) != 1 {
			t.Errorf("the folder has %v", got)
		}
	}
}

// Files that are no tests are refused.
func TestReadTestRefuses(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large.json")
	write(t, large, "{}")
	if err := os.Truncate(large, maxTestBytes+1); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "garbage.json"), "{")
	write(t, filepath.Join(folder, "other.json"), `{"format":"sextant-test-9"}`)
	for name, want := range map[string]string{"large": "larger than 16 MiB", "garbage": "not a stored test", "other": `this version reads "sextant-test-1"`, "none": "no such file"} {
		if _, err := ReadTest(filepath.Join(folder, name+".json")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The failures of a model are found by its name, and have the same name for the same inputs.
func TestFailures(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "failures")
	r := &result.Run{Failures: []result.Failure{{Test: &suite(1).Tests[0].Test, Log: []byte("sent")}}}
	for range 2 {
		if err := WriteFailures(folder, "dir/lamp.sxt", r); err != nil {
			t.Fatal(err)
		}
	}
	found, err := Failures(folder, "lamp.sxt")
	if err != nil || len(found) != 1 || found[0] != r.Failures[0].File || len(files(t, folder)) != 2 {
		t.Errorf("%v, %v, %v", found, files(t, folder), err)
	}
	if list, err := TestFiles(folder, "lamp.sxt"); err != nil || !slices.Equal(list, found) {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := TestFiles(folder, "other.sxt"); err == nil || !strings.Contains(err.Error(), "no stored failures of other.sxt") {
		t.Error(err)
	}
	if _, err := ReadTest(found[0]); err != nil {
		t.Error(err)
	}
}

// A run is kept with its log.
func TestWriteRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	if err := WriteRun(folder, &result.Run{Log: []byte("sent")}); err != nil {
		t.Fatal(err)
	}
	if got := files(t, folder); !slices.Equal(got, []string{"run.json", "sut.log"}) {
		t.Errorf("the folder has %v", got)
	}
}

// A test without a list of inputs tests nothing, so it is refused; an empty list is a test that only observes.
func TestInputsAreNeeded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.json")
	for _, c := range []struct {
		fields string
		ok     bool
	}{
		{``, false}, {`, "inputs": null`, false}, {`, "input": [{"channel": "press"}]`, false}, {`, "inputs": []`, true}, {`, "inputs": [{"channel": "press"}]`, true},
	} {
		write(t, path, `{"format": "`+testFormat+`"`+c.fields+`}`)
		_, err := ReadTest(path)
		if c.ok && err != nil || !c.ok && (err == nil || !strings.Contains(err.Error(), "has no inputs")) {
			t.Errorf("%q: %v", c.fields, err)
		}
		var suite result.Suite
		if err := ReadSuite(path, "m.sxt", &suite); (err == nil) != c.ok {
			t.Errorf("%q in a suite: %v", c.fields, err)
		}
	}
}

// The instants of a timed test are exact, and what is no number of units is refused.
func TestInstantsOfInputs(t *testing.T) {
	s := testkit.LoadText(t, "system S\nclock c\ninput press()\nt: s -> s in press when c > 1\ninitial s\n")
	for after, want := range map[string]string{"2.5": "2.5", "1/3": "1/3", "0": "0.0", "-1": "", "1e9": "", "1/0": "", "soon": "", strings.Repeat("9", 200): ""} {
		inputs, err := Inputs(&result.Test{Inputs: []result.Stored{{Channel: "press", After: after}}}, s)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "expected is a number of units") {
				t.Errorf("%q: %v", after, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", after, err)
		}
		if again, err := NewTest(result.Model{}, 0, inputs); err != nil || again.Inputs[0].After != want {
			t.Errorf("%q is stored as %v, %v", after, again.Inputs, err)
		}
	}
}

// Files in which an object has a name twice are refused, with the place; a name in capitals is another name.
func TestRepeatedNamesAreRefused(t *testing.T) {
	folder := t.TempDir()
	test, summary, journal := filepath.Join(folder, "test.json"), filepath.Join(folder, summaryFile), filepath.Join(folder, "journal.jsonl")
	write(t, test, "{\"format\": \"sextant-test-1\",\n \"inputs\": [{\"channel\": \"a\", \"payload\": [], \"channel\": \"b\"}]}")
	write(t, summary, `{"format": "sextant-suite-1", "files": [], "files": ["test-01.json"]}`)
	write(t, journal, `{"format":"sextant-journal-1"}`+"\n"+`{"after":-1,"after":0}`+"\n")
	_, first := ReadTest(test)
	_, second := readSummary(folder)
	_, third := OpenJournal(journal, result.JournalHeader{})
	for err, want := range map[error]string{
		first:  `the name "channel" occurs twice in one object, again at line 2, column 45`,
		second: `the name "files" occurs twice in one object, again at line 1, column 44`,
		third:  `the name "after" occurs twice in one object, again at line 1, column 13`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	write(t, test, `{"format": "sextant-test-1", "Format": "other", "inputs": [{"channel": "a"}], "Inputs": []}`)
	if read, err := ReadTest(test); err != nil || len(read.Inputs) != 1 {
		t.Errorf("read %+v, %v", read, err)
	}
}

// TestLinksAreNotFollowed writes to folders in which somebody else has put a link.
func TestLinksAreNotFollowed(t *testing.T) {
	suite := func(folder string) error {
		return WriteSuite(folder, &result.Suite{Tests: []result.SuiteTest{{Name: "test-01"}}})
	}
	run := func(folder string) error { return WriteRun(folder, &result.Run{Log: []byte("log")}) }
	for name, writeAll := range map[string]func(string) error{"test-01.json": suite, summaryFile: suite, "run.json": run, "sut.log": run} {
		folder, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
		write(t, victim, "precious")
		if err := os.Symlink(victim, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
		if err := writeAll(folder); err == nil {
			t.Errorf("%s is written through a link", name)
		}
		if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
			t.Errorf("%s: the file elsewhere is %q, %v", name, text, err)
		}
	}
}
