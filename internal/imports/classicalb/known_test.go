package classicalb

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// knownFolder is the environment variable with a folder of machines. Its file known.md has a table with a row for each machine: the
// path, the numbers of states and transitions that ProB found, and whether it found a deadlock and a violated invariant.
const knownFolder = "SEXTANT_B_MACHINES"

var (
	knownRow   = regexp.MustCompile(`(?m)^\| (\S+\.mch) \| (\d+) \| (\d+) \| (\w+) \| (\w+) \|`)
	preference = regexp.MustCompile(`SET_PREF_(MAXINT|MININT)\s*==\s*(-?\d+)`)
	literal    = regexp.MustCompile(`\d+`)
)

// The machines of a folder become models that compile, or are rejected. The numbers of their states are compared with the known ones; go test
// -v shows them. docs/import.md explains why some differ.
func TestKnownMachines(t *testing.T) {
	folder := os.Getenv(knownFolder)
	if folder == "" {
		t.Skip("set " + knownFolder + " to a folder with machines and a file known.md: | path | states | transitions | deadlock | invariant violated |")
	}
	rows := knownRow.FindAllStringSubmatch(testkit.ReadFile(t, filepath.Join(folder, "known.md")), -1)
	found := map[string]int{}
	for _, row := range rows {
		known := &knownMachine{name: row[1], deadlock: row[4], violated: row[5], found: found}
		known.states, _ = strconv.Atoi(row[2])
		found[known.judge(t, filepath.Join(folder, row[1]))]++
	}
	imported := found["agree"] + found["differ"] + found["not countable"]
	t.Logf("%d machines, imported %d: %v", len(rows), imported, found)
	if imported == 0 {
		t.Error("no machine was imported")
	}
}

// knownMachine is a row of the table.
type knownMachine struct {
	name               string
	states             int
	deadlock, violated string
	found              map[string]int
}

// judge imports a machine and counts its states. ProB counts the root of its search as a state, and each set-up of constants.
func (known *knownMachine) judge(t *testing.T, path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return "absent"
	}
	var list diag.List
	model := Convert(diag.NewFile(path, string(data)), &list)
	if list.HasErrors() {
		return "refused"
	}
	converter.MustCompile(t, model.Text)
	s := testkit.TryText(t, model.Text)
	if s == nil {
		return "refused"
	}
	low, high := limits(string(data))
	var why error
	got := 0
	for _, numbers := range [][]term.Value{between(low, high), append(between(low, high), literals(string(data), low, high)...)} {
		c := &census{System: s, numbers: numbers, constants: strings.Contains(string(data), "CONSTANTS")}
		if got, why = c.run(t, 3*known.states+100); got == known.states || got+1 == known.states {
			known.compare(t, c.space)
			return "agree"
		}
	}
	if why != nil {
		t.Logf("%s: %d are known, %d were counted: %v", known.name, known.states, got, why)
		return "not countable"
	}
	t.Logf("%s: %d are known, %d were counted", known.name, known.states, got)
	return "differ"
}

// compare notes whether the deadlocks and violated invariants of a machine are those that are known.
func (known *knownMachine) compare(t *testing.T, space *statespace.Space) {
	violated := slices.ContainsFunc(space.Findings, func(f statespace.Finding) bool { return f.Invariant != nil })
	for what, pair := range map[string][2]string{"deadlock": {known.deadlock, strconv.FormatBool(space.Deadlocks > 0)}, "invariant": {known.violated, strconv.FormatBool(violated)}} {
		switch {
		case pair[0] == pair[1]:
			known.found[what+" agrees"]++
		case pair[0] == "true" || pair[0] == "false":
			known.found[what+" differs"]++
			t.Logf("%s: %s: %s is known, %s was found", known.name, what, pair[0], pair[1])
		}
	}
}

// limits are MININT and MAXINT of ProB for a machine.
func limits(text string) (low, high int64) {
	low, high = -1, 3
	for _, p := range preference.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.ParseInt(p[2], 10, 64)
		if p[1] == "MAXINT" {
			high = n
		} else {
			low = n
		}
	}
	return low, high
}

// between are the numbers of a range, as far as they can be enumerated.
func between(low, high int64) []term.Value {
	var out []term.Value
	for n := low; n <= min(high, low+5000); n++ {
		out = append(out, term.IntValue(n))
	}
	return out
}

// literals are numbers up to the largest of a machine that are not in a range: ProB enumerates the set that a parameter is in, and a range of
// numbers only if there is no such set.
func literals(text string, low, high int64) []term.Value {
	top := high
	for _, word := range literal.FindAllString(text, -1) {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil && n < 2000 {
			top = max(top, n)
		}
	}
	return between(high+1, top)
}

// census counts the states of a system that can be reached.
type census struct {
	*sts.System
	numbers   []term.Value // that stand for all integers
	constants bool         // set-ups of constants are counted too
	space     *statespace.Space
}

// run counts the states, at most so many.
func (c *census) run(t *testing.T, most int) (int, error) {
	var err error
	c.space, err = statespace.Search(t.Context(), c.System, statespace.Options{States: most, Effort: 40_000_000,
		Domain: domain.Domain{Limit: 200_000, Numbers: c.numbers, Texts: []term.Value{term.StringValue("A")}, Length: 3}})
	if err != nil {
		return 0, err
	}
	count := c.space.States
	if setups := c.setups(); setups > 1 || c.constants {
		count += setups
	}
	if c.space.Stop != result.StopExhausted {
		return count, fmt.Errorf("%s", c.space.Stop)
	}
	return count, nil
}

// setups counts the values of constants that runs begin with.
func (c *census) setups() int {
	seen := map[string]bool{}
	for _, start := range c.space.Starts {
		var key strings.Builder
		for _, v := range c.Vars {
			if v.Frozen {
				key.WriteString(v.Type.Format(start.Values[v.First:v.First+v.Type.Size()]) + "|")
			}
		}
		seen[key.String()] = true
	}
	return len(seen)
}
