package testkit

import (
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
