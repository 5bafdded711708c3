package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/documents"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// matrixLimits bound the work of the solver, not its time, so that a busy machine gives the same exit codes.
const matrixLimits = " --json --timeout 0 --workers 1 --query-timeout 2s --solver-cmd 'z3 -in rlimit=100000'"

// matrixColumn is a command line that takes a model.
type matrixColumn struct {
	name  string // of the column
	words string // the model goes in the place of MODEL
	plain bool   // what it prints is no JSON document
}

// matrixColumns has every command that takes a model and nothing that an example does not have, with small limits.
var matrixColumns = []matrixColumn{
	{name: "check", words: "check MODEL" + matrixLimits},
	{name: "invariants", words: "check MODEL --invariants --depth 2" + matrixLimits},
	{name: "operations", words: "check MODEL --operations --depth 4 --states 20" + matrixLimits},
	{name: "fmt", words: "fmt MODEL", plain: true},
	{name: "graph", words: "graph MODEL --format dot", plain: true},
	{name: "explore", words: "explore MODEL --depth 3 --states 40 --prove 5" + matrixLimits},
	{name: "prune", words: "explore MODEL --prune --depth 3 --states 40 --prove 5" + matrixLimits},
	{name: "generate", words: "generate MODEL --depth 3 --states 40" + matrixLimits},
	{name: "concolic", words: "concolic MODEL --engine all --steps 100 --queries 5" + matrixLimits},
	{name: "abstract", words: "abstract MODEL --depth 1 --states 4 --limit 2 --queries 2 --refine 0 --prove 2" + matrixLimits},
	{name: "certify", words: "certify MODEL --states 40 --prove 20" + matrixLimits},
	{name: "classes", words: "classes MODEL --steps 1..2 --limit 2 --states 20" + matrixLimits},
	{name: "family", words: "family MODEL --depth 2 --states 20" + matrixLimits},
	{name: "chance", words: "chance MODEL --states 100 --json --timeout 0"},
	{name: "mutate", words: "mutate MODEL --limit 1 --measure" + matrixLimits},
	{name: "tables", words: "table list MODEL --json"},
	{name: "contract", words: "contract check MODEL" + matrixLimits},
	{name: "feasible", words: "contract feasible MODEL --depth 2" + matrixLimits},
	{name: "infer", words: "contract infer MODEL --depth 2" + matrixLimits},
	{name: "test", words: "contract test MODEL --inputs 2" + matrixLimits},
	{name: "plan", words: "run MODEL --plan --json --timeout 0"},
	{name: "trust", words: "trust MODEL --list", plain: true},
}

// matrixLong has the pairs that take more than a second, mostly in queries with strings and collections. They are run by "make long".
var matrixLong = map[string][]string{
	"account/account.sxt":       {"operations"},
	"bank/bank.sxt":             {"mutate"},
	"bank/terminal.sxt":         {"mutate"},
	"beanstalkd/beanstalkd.sxt": {"concolic", "family", "generate", "invariants"},
	"cart/cart.sxt":             {"abstract", "check", "concolic", "invariants", "mutate", "operations"},
	"fischer/fischer4.sxt":      {"operations"},
	"lru/lru.sxt":               {"abstract", "mutate", "operations"},
	"lru/slots.sxt":             {"abstract", "invariants", "mutate", "operations"},
	"memcached/memcached.sxt":   {"check", "invariants", "operations"},
	"queue/classes.sxt":         {"abstract"},
	"queue/queue.sxt":           {"abstract"},
	"redis/collections.sxt":     {"invariants", "mutate", "operations"},
	"rest/tasks.sxt":            {"abstract", "check", "invariants", "operations", "prune"},
	"tcp/tcp.sxt":               {"mutate", "operations"},
	"traingate/traingate.sxt":   {"feasible", "infer"},
	"traingate/traingate3.sxt":  {"invariants", "operations"},
	"vending/change.sxt":        {"concolic", "infer", "operations"},
	"vending/kiosk.sxt":         {"mutate", "operations"},
	"vsftpd/vsftpd.sxt":         {"operations"},
	"wiper/wiper.sxt":           {"operations"},
}

// matrixShare is how many runs of the tests it would take to run all other pairs: a normal run takes every command on one in so many of the
// examples, and every example with one in so many of the commands. "make long" takes all, and so does a run that writes the table, as in
// "make check".
const matrixShare = 14

// matrixLeft reports whether a normal run leaves out the pair of the i-th example and the k-th column.
func matrixLeft(example string, i, k int) bool {
	if testkit.Long() {
		return false
	}
	return slices.Contains(matrixLong[example], matrixColumns[k].name) || (i+k)%matrixShare < matrixShare-1 && !*golden.Update
}

// TestEveryCommandOnEveryExample runs every command that takes a model on every example. None panics, each prints a document that its
// schema accepts, the page draws the runs in it as it says, and the exit codes are those of a table.
func TestEveryCommandOnEveryExample(t *testing.T) {
	testkit.NeedsSolver(t)
	models, err := filepath.Glob(testkit.Example("*/*.sxt"))
	if err != nil || len(models) < 50 {
		t.Fatalf("there are %d examples (%v)", len(models), err)
	}
	table := filepath.Join("testdata", "matrix.txt")
	known, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	codes, pairs, printed := make([][]string, len(models)), 0, printedDocuments{}
	free, all := make(chan struct{}, runtime.GOMAXPROCS(0)), sync.WaitGroup{}
	for i, model := range models {
		name := strings.TrimPrefix(filepath.ToSlash(model), testkit.Example(""))
		codes[i] = make([]string, len(matrixColumns))
		for k, column := range matrixColumns {
			codes[i][k] = matrixCell(string(known), name, k)
			if codes[i][k] != unknownCell && matrixLeft(name, i, k) {
				continue
			}
			pairs++
			free <- struct{}{}
			all.Go(func() {
				defer func() { <-free }()
				codes[i][k] = strconv.Itoa(column.printed(t, model, &printed))
			})
		}
	}
	all.Wait()
	t.Logf("%d of %d pairs", pairs, len(models)*len(matrixColumns))
	t.Logf("%d runs in them are drawn as the documents say", printed.compareDiagrams(t))
	golden.File(t, table, matrixTable(models, codes))
}

// TestMatrixHasEveryCommand demands a column for every command whose only argument is a model.
func TestMatrixHasEveryCommand(t *testing.T) {
	for _, a := range driver.Analyses {
		if a.Most == 1 && a.Args == "MODEL" && !matrixHas(a.Name) {
			t.Errorf("add %s to matrixColumns", a.Name)
		}
	}
}

func matrixHas(command string) bool {
	for _, c := range matrixColumns {
		if strings.HasPrefix(c.words, command+" MODEL") {
			return true
		}
	}
	return command == "contract export" // which needs the name of a function
}

// printed returns the exit code of the command on a model, and adds the document that it prints.
func (c matrixColumn) printed(t *testing.T, model string, all *printedDocuments) int {
	var stdout, stderr bytes.Buffer
	var args []string
	for i, part := range strings.Split(c.words, "'") {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	for i := range args {
		if args[i] == "MODEL" {
			args[i] = model
		}
	}
	code := run(args, &stdout, &stderr)
	if !c.plain {
		if _, err := documents.Printed(stdout.Bytes()); err != nil {
			t.Errorf("sextant %s: exit code %d: %v\n%s", strings.Join(args, " "), code, err, &stderr)
		} else {
			all.add(c.words+" "+model, stdout.Bytes())
		}
	}
	return code
}

// unknownCell is in the place of the exit code of a pair that was never run.
const unknownCell = "-"

// matrixCell is the exit code that a table has for a model and a column; unknownCell if the table does not have them yet.
func matrixCell(table, model string, column int) string {
	head, rows, _ := strings.Cut(table, "\n")
	at := slices.Index(strings.Fields(head), matrixColumns[column].name) - 1 // of its words, two name the first column
	for line := range strings.Lines(rows) {
		if cells := strings.Fields(line); cells[0] == model && at > 0 {
			return cells[at]
		}
	}
	return unknownCell
}

// matrixTable writes the exit codes as a table: a line for each model, a column for each command.
func matrixTable(models []string, codes [][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s", "exit codes")
	for _, c := range matrixColumns {
		fmt.Fprintf(&b, " %s", c.name)
	}
	b.WriteString("\n")
	for i, model := range models {
		fmt.Fprintf(&b, "%-28s", strings.TrimPrefix(filepath.ToSlash(model), testkit.Example("")))
		for k, c := range matrixColumns {
			fmt.Fprintf(&b, " %*s", len(c.name), codes[i][k])
		}
		b.WriteString("\n")
	}
	return b.String()
}
