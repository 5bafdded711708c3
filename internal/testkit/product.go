package testkit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// FeatureCondition draws a condition over features.
func FeatureCondition(r *rand.Rand, features []string, depth int) string {
	feature := features[r.IntN(len(features))]
	switch choice := r.IntN(4); {
	case depth > 0 && choice == 0:
		return "(" + FeatureCondition(r, features, depth-1) + " or " + FeatureCondition(r, features, depth-1) + ")"
	case depth > 0 && choice == 1:
		return "(" + FeatureCondition(r, features, depth-1) + " and " + FeatureCondition(r, features, depth-1) + ")"
	case choice == 2:
		return "not " + feature
	}
	return feature
}

// FormulaHolds evaluates a formula over features for a product.
func FormulaHolds(formula string, product map[string]bool) bool {
	switch formula {
	case "all products":
		return true
	case "no product":
		return false
	}
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(formula))
	var or func() bool
	factor := func() (value bool) {
		word := words[0]
		words = words[1:]
		switch word {
		case "(":
			value = or()
			words = words[1:]
			return value
		case "not":
			word, words = words[0], words[1:]
			return !product[word]
		}
		return product[word]
	}
	and := func() bool {
		value := factor()
		for len(words) > 0 && words[0] == "and" {
			words = words[1:]
			other := factor()
			value = value && other
		}
		return value
	}
	or = func() bool {
		value := and()
		for len(words) > 0 && words[0] == "or" {
			words = words[1:]
			other := and()
			value = value || other
		}
		return value
	}
	return or()
}

// ReactiveFamily writes a product line that receives and sends, chooses, and has an initial value that is open. If it is partial, there are
// inputs that only some products accept.
func ReactiveFamily(r *rand.Rand, partial bool) (text string, features []string) {
	features = strings.Split("ABCD", "")[:1+r.IntN(4)]
	cond := func(depth int) string { return FeatureCondition(r, features, depth) }
	var b strings.Builder
	fmt.Fprintf(&b, "feature %s\nfeatures valid when %s or %s\n", strings.Join(features, ", "), cond(1), cond(1))
	fmt.Fprintf(&b, "input i(n: 0..2)\noutput o(n: 0..4)\nvar x: 0..4 = if %s then 1 else 0, y: 0..2\ninitial l0\n", cond(1))
	for from := range 3 {
		fmt.Fprintf(&b, "any%d: l%d -> l%d", from, from, r.IntN(3))
		if partial && r.IntN(3) > 0 {
			b.WriteString(" for " + cond(1))
		}
		fmt.Fprintf(&b, " in i(n) do x := if %s then n else x\n", cond(1))
	}
	for k := range 3 + r.IntN(4) {
		from := r.IntN(3)
		fmt.Fprintf(&b, "t%d: l%d -> l%d", k, from, (from+r.IntN(3))%3)
		if r.IntN(2) == 0 {
			b.WriteString(" for " + cond(2))
		}
		b.WriteString(reaction(r, cond) + "\n")
	}
	return b.String(), features
}

// reaction writes what a transition of a ReactiveFamily does.
func reaction(r *rand.Rand, cond func(depth int) string) string {
	switch r.IntN(5) {
	case 0:
		return fmt.Sprintf(" in i(n) when n <= (if %s then %d else 2) do x := if %s then n else x", cond(1), r.IntN(3), cond(1))
	case 1:
		return fmt.Sprintf(" in i(n) when not (%s and n > y) do x := if %s then n + 1 else y", cond(1), cond(1))
	case 2:
		return fmt.Sprintf(" when %s or x > %d out o(if %s then x else y)", cond(1), r.IntN(3), cond(1))
	case 3:
		return fmt.Sprintf(" out o(if %s then x else %d)", cond(1), r.IntN(4))
	}
	return " in i(x)"
}
