package smt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// stub is a solver that answers by a function and counts.
type stub struct {
	answer func(q Query) Answer
	asked  []Query
}

func (s *stub) Check(_ context.Context, q Query) (Answer, error) {
	s.asked = append(s.asked, q)
	return s.answer(q), nil
}
func (s *stub) Stats() Stats { return Stats{Calls: len(s.asked)} }
func (s *stub) Close() error { return nil }

// ordered are the conjuncts a < b, b < c, ... of int variables.
func ordered(s *term.Store, names ...string) []*term.Term {
	var conjuncts []*term.Term
	for i := range names[1:] {
		conjuncts = append(conjuncts, s.Lt(s.Var(names[i], term.Int), s.Var(names[i+1], term.Int)))
	}
	return conjuncts
}

func TestComponentsAreWhatIsConnected(t *testing.T) {
	s := term.NewStore()
	first, second := ordered(s, "a", "b", "c"), ordered(s, "p", "q")
	got := components([]*term.Term{first[0], second[0], first[1], s.True()})
	want := [][]*term.Term{first, second, {s.True()}}
	if !slices.EqualFunc(got, want, slices.Equal[[]*term.Term]) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Components are solved one by one; unsat wins over unknown, and constants need no query.
func TestSlicerCombinesAnswers(t *testing.T) {
	s := term.NewStore()
	a, p := ordered(s, "a", "b"), ordered(s, "p", "q")
	statuses := map[*term.Term]Status{}
	next := &stub{answer: func(q Query) Answer { return Answer{Status: statuses[q.Conjuncts[0]], Reason: "tired"} }}
	slicer := &slicer{next}
	tests := []struct{ first, second, want Status }{
		{Sat, Sat, Sat}, {Unknown, Unsat, Unsat}, {Unknown, Sat, Unknown}, {Sat, Unknown, Unknown}, {Unsat, Sat, Unsat},
	}
	for _, test := range tests {
		statuses[a[0]], statuses[p[0]] = test.first, test.second
		if got := mustCheck(t, slicer, Query{Conjuncts: []*term.Term{a[0], s.True(), p[0]}}); got.Status != test.want {
			t.Errorf("%v and %v give %v", test.first, test.second, got.Status)
		}
	}
	asked := len(next.asked)
	if got := mustCheck(t, slicer, Query{Conjuncts: []*term.Term{s.False(), a[0]}}); got.Status != Unsat || len(next.asked) != asked {
		t.Errorf("%v after %d questions", got.Status, len(next.asked)-asked)
	}
}

func TestDefaultValues(t *testing.T) {
	for _, sort := range append([]*term.Sort{term.Range(3, 9), term.Range(-9, -3)}, everySort...) {
		if v := sort.Default(); !sort.Contains(v) {
			t.Errorf("%s is not of %s", v.Format(sort), sort)
		}
	}
}

func TestCacheAnswersWhatItCovers(t *testing.T) {
	s := term.NewStore()
	conjuncts := ordered(s, "a", "b", "c")
	a, b := s.Var("a", term.Int), s.Var("b", term.Int)
	next := &stub{answer: func(q Query) Answer {
		answer := Answer{Status: Sat, Model: Model{}}
		for i, v := range q.Values {
			answer.Model[v] = term.IntValue(int64(i))
		}
		return answer
	}}
	cacher := &cacher{Solver: next, cache: NewCache(100)}
	swapped := []*term.Term{conjuncts[1], conjuncts[0], conjuncts[1]}
	steps := []struct {
		q     Query
		calls int
	}{
		{Query{Conjuncts: conjuncts}, 1},
		{Query{Conjuncts: swapped}, 1},
		{Query{Conjuncts: conjuncts, Values: []*term.Term{a, b}}, 2},
		{Query{Conjuncts: swapped, Values: []*term.Term{b}}, 2},
		{Query{Conjuncts: conjuncts}, 2},
		{Query{Conjuncts: conjuncts[:1]}, 3},
	}
	for i, step := range steps {
		answer := mustCheck(t, cacher, step.q)
		if len(next.asked) != step.calls || len(answer.Model) != len(step.q.Values) {
			t.Errorf("step %d: %d calls, %d values", i, len(next.asked), len(answer.Model))
		}
	}
	if stats := cacher.Stats(); stats.CacheHits != 3 {
		t.Errorf("%+v", stats)
	}
}

func TestCacheForgetsUnknownAndTheOldest(t *testing.T) {
	s := term.NewStore()
	next := &stub{answer: func(Query) Answer { return Answer{} }}
	cacher := &cacher{Solver: next, cache: NewCache(10)}
	q := Query{Conjuncts: ordered(s, "a", "b")}
	mustCheck(t, cacher, q)
	mustCheck(t, cacher, q)
	if len(next.asked) != 2 {
		t.Errorf("%d calls", len(next.asked))
	}
	next.answer = func(Query) Answer { return Answer{Status: Unsat} }
	for i := range 100 {
		mustCheck(t, cacher, Query{Conjuncts: []*term.Term{s.Le(s.Var("x", term.Int), s.Int(int64(i)))}})
		mustCheck(t, cacher, q)
	}
	if n := cacher.cache.Len(); n > 10 {
		t.Errorf("%d entries", n)
	}
	if len(next.asked) != 103 {
		t.Errorf("%d calls: what is used often was forgotten", len(next.asked))
	}
}

// Workers share a cache and a log; the log runs again with the same answers.
func TestSharedCacheAndReplayableLog(t *testing.T) {
	var log bytes.Buffer
	s := term.NewStore()
	cache := NewCache(1000)
	var workers sync.WaitGroup
	for range 4 {
		solver := mustNew(t, Config{Cache: cache, Log: &log, NoSlice: true})
		workers.Go(func() {
			conjuncts, vars := path(s, 10)
			cycle := s.Lt(vars[10], vars[0])
			for i := 1; i <= 10; i++ {
				for _, q := range []Query{{Conjuncts: conjuncts[:i], Values: vars[:i]}, {Conjuncts: append([]*term.Term{cycle}, conjuncts...)}} {
					if _, err := solver.Check(context.Background(), q); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	workers.Wait()
	var want []string
	for _, line := range strings.Split(log.String(), "\n") {
		if status, ok := strings.CutPrefix(line, "; "); ok && !strings.Contains(status, "=") {
			want = append(want, status)
		}
	}
	if diff := cmp.Diff(want, runScript(t, log.String(), "z3", "-in", "-smt2")); diff != "" || len(want) < 11 {
		t.Errorf("%d queries: %s", len(want), diff)
	}
}

// failingWriter simulates a full disk.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestLogThatCannotBeWritten(t *testing.T) {
	_, err := mustNew(t, Config{Log: failingWriter{}}).Check(context.Background(), oneConjunct())
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("%v", err)
	}
}

// lie is a solver that answers unsat once the word has occurred in an assertion, and sat before.
const lie = `answer=sat
while read line; do case "$line" in
*pop*) answer=sat;;
*culprit*) answer=unsat;;
*check-sat*) echo $answer;;
*echo*) echo "$line" | sed 's/.*"\(.*\)".*/\1/';;
esac; done`

// A wrong answer of a solver is detected, and the smallest case is saved.
func TestCrossCheckFindsALiar(t *testing.T) {
	s := term.NewStore()
	directory := filepath.Join(t.TempDir(), "found")
	conjuncts := append(ordered(s, "a", "b", "c"), s.Le(s.Var("culprit", term.Int), s.Var("a", term.Int)))
	var told []string
	solver := mustNew(t, Config{Command: []string{script(t, "liar", lie)}, CrossCheck: []string{"z3"}, SaveDir: directory, Store: s,
		Disagreed: func(text string) { told = append(told, text) }})
	answer := mustCheck(t, solver, Query{Conjuncts: append(conjuncts, s.Lt(s.Var("c", term.Int), s.Var("z", term.Int)))})
	if answer.Status != Unknown || !strings.Contains(answer.Reason, "liar says unsat, z3 says sat, saved as ") || !slices.Equal(told, []string{answer.Reason}) {
		t.Fatalf("%v: %s, %q", answer.Status, answer.Reason, told)
	}
	files, _ := filepath.Glob(filepath.Join(directory, "*"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Count(string(text), "(assert") != 1 || !strings.Contains(string(text), "culprit") {
		t.Errorf("%v\n%s", err, text)
	}
}

// A model that does not satisfy the conjuncts is not passed on.
func TestCrossCheckEvaluatesModels(t *testing.T) {
	s := term.NewStore()
	x := s.Var("x@1", term.Int)
	wrong := &stub{answer: func(Query) Answer { return Answer{Status: Sat, Model: Model{x: term.IntValue(4)}} }}
	cross := newCrossChecker(wrong, "stub", Config{CrossCheck: []string{"z3"}, SaveDir: t.TempDir(), Store: s})
	defer cross.Close()
	answer := mustCheck(t, cross, Query{Conjuncts: []*term.Term{s.Le(s.Int(5), x)}})
	if answer.Status != Unknown || !strings.Contains(answer.Reason, "does not satisfy") {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
}

func TestCrossCheckWithCvc5(t *testing.T) {
	needCvc5(t)
	s := term.NewStore()
	conjuncts, vars := path(s, 5)
	solver := mustNew(t, Config{CrossCheck: []string{"cvc5"}, SaveDir: t.TempDir(), Store: s})
	answer := mustCheck(t, solver, Query{Conjuncts: conjuncts, Values: vars[:2]})
	if answer.Status != Sat || len(answer.Model) != 2 {
		t.Errorf("%v: %s %v", answer.Status, answer.Reason, answer.Model)
	}
	conjuncts = append(conjuncts, s.Lt(vars[5], vars[0]))
	if answer := mustCheck(t, solver, Query{Conjuncts: conjuncts}); answer.Status != Unsat {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
}

// cvc5 as the main solver: options of Z3 are not sent to it, time limits hold.
func TestCvc5AsSolver(t *testing.T) {
	needCvc5(t)
	s := term.NewStore()
	solver := mustNew(t, Config{Command: []string{"cvc5"}, Timeout: 2 * time.Second})
	answer := mustCheck(t, solver, oneConjunct())
	if answer.Status != Sat || len(answer.Model) != 1 {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
	if answer := mustCheck(t, solver, hard(s)); answer.Status != Unknown || !strings.Contains(answer.Reason, "time limit") {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
}

func TestEnumerateLimits(t *testing.T) {
	s := term.NewStore()
	x := s.Var("x", term.Int)
	conjuncts := []*term.Term{s.Le(s.Int(2), x)}
	if answer, err := enumerate(conjuncts, nil, 10); err != nil || answer.Status != Unknown {
		t.Errorf("%v %v", answer, err)
	}
	domain := map[*term.Term][]term.Value{x: {term.IntValue(1), term.IntValue(2)}}
	if _, err := enumerate(conjuncts, domain, 1); !errors.Is(err, errTooLarge) {
		t.Errorf("%v", err)
	}
	if answer, err := enumerate(conjuncts, domain, 2); err != nil || answer.Status != Sat {
		t.Errorf("%v %v", answer, err)
	}
}

// An answer that the second solver cannot confirm is used, and counted as unconfirmed.
func TestCrossCheckCountsWhatIsUnconfirmed(t *testing.T) {
	s := term.NewStore()
	x := s.Var("x@1", term.Int)
	count := 0
	unsat := &stub{answer: func(Query) Answer { return Answer{Status: Unsat} }}
	cross := newCrossChecker(unsat, "stub", Config{CrossCheck: []string{script(t, "mute", strings.ReplaceAll(lie, "answer=sat", "answer=unknown"))},
		SaveDir: t.TempDir(), Store: s, Unconfirmed: func() { count++ }})
	defer cross.Close()
	for _, provisional := range []bool{false, true} {
		q := Query{Conjuncts: []*term.Term{s.Le(s.Int(5), x), s.Le(x, s.Int(9))}, Provisional: provisional}
		if answer := mustCheck(t, cross, q); answer.Status != Unsat || count != 1 {
			t.Errorf("%v, %d answers are unconfirmed", answer.Status, count)
		}
	}
}
