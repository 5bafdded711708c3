package examples

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// wrongCollections are models of lists, hashes and sets that are believable but wrong.
var wrongCollections = []struct{ name, old, new, evidence string }{
	{"LPUSH keeps the order", "reverse(l) + list(k)", "l + list(k)", "the system sent "},
	{"LRANGE leaves out its end", "min(stop, len(l) - 1) + 1]", "min(stop, len(l) - 1)]", "the system sent elements("},
	{"LRANGE clips a negative start too early", "part(list(k), absolute(i, len(list(k)))", "part(list(k), absolute(max(i, -1), len(list(k)))", "the system sent elements("},
	{"LREM removes one", "[x in list(k) : x != w]", "removeAt(list(k), indexOf(list(k), w))", "the system sent "},
	{"an empty value stays", "if empty then remove(store, k) else insert(store, k, v)", "insert(store, k, v)", "the system sent "},
	{"HSET counts what it was given", "out integer(len(hash(k)) - before)", "out integer(len(h))", "the system sent integer("},
	{"HSET does not replace", "withHash(k, hash(k) + h)", "withHash(k, h + hash(k))", "the system sent "},
	{"SADD counts what it was given", "out integer(len(group(k)) - before)", "out integer(len(l))", "the system sent integer("},
	{"SMOVE looks at the target first", "when not (j in store) or isSet(j) and isSet(k) and not (m in group(j)) out integer(0)",
		"when isSet(j) and isSet(k) and not (m in group(j)) out integer(0)", "the system sent integer(0)"},
	{"SINTER with a missing key is empty", "when isSet(j) and isSet(k) out members(group(j) & group(k))",
		"when isSet(j) and isSet(k) or not (j in store) or not (k in store) out members(if isSet(j) and isSet(k) then group(j) & group(k) else {})", "the system sent error("},
}

// TestRedisCollections: lists, hashes and sets of a real server, with 20 seeds; wrong models are refuted.
func TestRedisCollections(t *testing.T) {
	t.Parallel()
	system := redis.start(t)
	const model = "redis/collections.sxt"
	if lines := strings.Count(testkit.ReadFile(t, model), "\n"); lines >= 120 {
		t.Errorf("the model has %d lines", lines)
	}
	t.Run("seeds", func(t *testing.T) {
		l := load(t, model)
		steps := 150
		if testkit.Long() {
			steps = 0
		}
		reached := map[string]bool{}
		for seed := int64(1); seed <= 20; seed++ {
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
			o := tester.Options{Seed: 1, Wait: wait, Steps: tester.DefaultSteps, ShrinkTime: time.Millisecond}
			r := test(t, loadChanged(t, model, w.old, w.new), system, o)
			expectFailure(t, r, w.evidence)
			t.Logf("%d inputs: %s", r.Sent, r.Evidence)
		})
	}
}
