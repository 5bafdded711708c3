package statespace_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// outcome is everything that a search reports, as text, and the space; the text is the refusal if it is refused.
func outcome(t *testing.T, s *sts.System, options statespace.Options) (string, *statespace.Space) {
	t.Helper()
	options.Keep = 50
	space, err := statespace.Search(t.Context(), s, options)
	var refused *result.Unsupported
	if errors.As(err, &refused) {
		return refused.Error(), &statespace.Space{}
	}
	if err != nil {
		t.Fatal(err)
	}
	r := space.Result()
	r.Stats = result.Stats{}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), space
}

// checkWorkers searches with and without expanding states ahead, on several numbers of cores: the result must be the same.
func checkWorkers(t *testing.T, s *sts.System, options statespace.Options) *statespace.Space {
	t.Helper()
	want, _ := outcome(t, s, options.Alone(math.MaxInt))
	var space *statespace.Space
	for workers := 1; workers <= 3; workers++ {
		options.Workers = workers
		got, found := outcome(t, s, options.Alone(1))
		if got != want {
			t.Fatalf("with %d workers %s\nwant %s", workers, got, want)
		}
		space = found
	}
	return space
}

// The result of a search is the same for any number of workers: of random models, with bounds and without, and reduced.
func TestWorkersDoNotMatter(t *testing.T) {
	models, count := testkit.Models(), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		if s == nil || !model.Explore(20_000).Complete {
			continue
		}
		count["models"]++
		options := statespace.Options{Reduce: seed%3 == 0}
		switch seed % 4 {
		case 0:
			options.States = int(seed%64) + 1
		case 1:
			options.Depth = int(seed%8) + 1
		case 2:
			options.Effort = int64(seed%512) + 1
		}
		space := checkWorkers(t, s, options)
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, model.Text())
		}
		if space.Scouted() > 5 {
			count["ahead"]++
			if model.HasQueue() {
				count["ahead with queues"]++
			}
		}
	}
	t.Log(count)
	for kind, n := range map[string]int{"ahead": 15, "ahead with queues": 40} {
		if count[kind] < models/n {
			t.Errorf("%d models %s are too few to mean something", count[kind], kind)
		}
	}
}

// The same for families of instances that can be exchanged.
func TestWorkersDoNotMatterForOrbits(t *testing.T) {
	ahead := 0
	for seed := range uint64(testkit.Models() / 5) {
		if s := testkit.TryText(t, family(seed)); s != nil {
			space := checkWorkers(t, s, statespace.Options{Symmetry: true, Reduce: seed%2 == 0})
			if space.Scouted() > 5 {
				ahead++
			}
		}
	}
	if ahead < testkit.Models()/20 {
		t.Errorf("only of %d models states were expanded ahead", ahead)
	}
}

// Numbers that grow, queues that fill up and states on disk do not change that.
func TestWorkersDoNotMatterForManyStates(t *testing.T) {
	const ring = `
channel left(n: int) fifo 6
channel right(n: int) fifo 6
output tick()
machine Up(a: channel, b: channel) {
  var sum: int = 0
  initial l
  send: l -> l when sum < 9 do sum := sum + 1 out a(sum * 100)
  take: l -> l in b(n) when n > 3 do sum := sum - n % 7
  tick: l -> l in b(n) when n <= 3 out tick()
}
instance p = Up(left, right)
instance q = Up(right, left)
`
	for name, model := range map[string]string{"counters": counters(4, 8), "ring": ring} {
		s := testkit.LoadText(t, model)
		for _, memory := range []int64{0, 300_000} {
			space := checkWorkers(t, s, statespace.Options{States: 30_000, Memory: memory})
			if space.States < 10_000 || 2*space.Scouted() < space.States {
				t.Errorf("%s: %d of %d states were expanded ahead", name, space.Scouted(), space.States)
			}
		}
	}
}
