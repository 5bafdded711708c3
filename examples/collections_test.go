package examples

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// wrongCollection is a change of the model that the server refutes, soon with the given seed.
type wrongCollection struct {
	name, old, new, evidence string
	seed                     int64 // 0 is 1
}

// wrongCollections are models of lists, hashes and sets that are believable but wrong.
var wrongCollections = []wrongCollection{
	{"LPUSH keeps the order", "reverse(l) + list(k)", "l + list(k)", "the system sent ", 0},
	{"LRANGE leaves out its end", "min(stop, len(l) - 1) + 1]", "min(stop, len(l) - 1)]", "the system sent elements(", 0},
	{"LRANGE clips a negative start too early", "part(list(k), absolute(i, len(list(k)))", "part(list(k), absolute(max(i, -1), len(list(k)))", "the system sent elements(", 0},
	{"LREM removes one", "[x in list(k) : x != w]", "removeAt(list(k), indexOf(list(k), w))", "the system sent ", 0},
	{"an empty value stays", "if empty then remove(store, k) else insert(store, k, v)", "insert(store, k, v)", "the system sent ", 0},
	{"HSET counts what it was given", "out integer(len(hash(k)) - before)", "out integer(len(h))", "the system sent integer(", 0},
	{"HSET does not replace", "withHash(k, hash(k) + h)", "withHash(k, h + hash(k))", "the system sent ", 0},
	{"SADD counts what it was given", "out integer(len(group(k)) - before)", "out integer(len(l))", "the system sent integer(", 0},
	{"SMOVE looks at the target first", "when not (j in store) or isSet(j) and isSet(k) and not (m in group(j)) out integer(0)",
		"when isSet(j) and isSet(k) and not (m in group(j)) out integer(0)", "the system sent integer(0)", 3},
	{"SINTER with a missing key is empty", "when isSet(j) and isSet(k) out members(group(j) & group(k))",
		"when isSet(j) and isSet(k) or not (j in store) or not (k in store) out members(if isSet(j) and isSet(k) then group(j) & group(k) else {})", "the system sent error(", 0},
}

// TestRedisCollections: lists, hashes and sets of a real server; wrong models are refuted. With SEXTANT_LONG set there are 20
// seeds and as many steps as by default.
func TestRedisCollections(t *testing.T) {
	skipShort(t)
	t.Parallel()
	system := redis.start(t)
	const model = "redis/collections.sxt"
	if lines := strings.Count(testkit.ReadFile(t, model), "\n"); lines >= 120 {
		t.Errorf("the model has %d lines", lines)
	}
	t.Run("seeds", func(t *testing.T) {
		l := load(t, model)
		seeds, steps := int64(4), 150
		if testkit.Long() {
			seeds, steps = 20, 0
		}
		reached := map[string]bool{}
		for seed := int64(1); seed <= seeds; seed++ {
			r := test(t, l, system, tester.Options{Seed: seed, Wait: wait, Steps: steps})
			expectPass(t, fmt.Sprint("seed ", seed), r)
			for _, hit := range r.Coverage.Transitions.Reached {
				reached[hit.Name] = true
			}
		}
		for _, transition := range l.System.Transitions() {
			if !reached[transition.Name] {
				t.Errorf("%s is not covered", transition.Name)
			}
		}
	})
	for _, w := range wrongCollections {
		t.Run(w.name, func(t *testing.T) {
			o := tester.Options{Seed: max(w.seed, 1), Wait: wait, Steps: tester.DefaultSteps, ShrinkTime: time.Millisecond}
			r := test(t, loadChanged(t, model, w.old, w.new), system, o)
			expectFailure(t, r, w.evidence)
			t.Logf("%d inputs: %s", r.Sent, r.Evidence)
		})
	}
}
