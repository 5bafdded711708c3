package products_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A set of products is a condition over features. It is counted and shown as a short formula without listing the products.
func Example() {
	s := term.NewStore()
	var features []products.Feature
	for _, name := range []string{"Log", "Net", "Crypto"} {
		features = append(features, products.Feature{Name: name, Var: s.Var(name, term.Bool)})
	}
	log, net, crypto := features[0].Var, features[1].Var, features[2].Var
	line := products.New(features, s.Implies(crypto, net), nil) // crypto needs net
	with := products.Set{Cond: s.Or(s.And(crypto, net), log)}
	n, _ := line.Count(with)
	all, _ := line.Count(line.All())
	fmt.Println(n, "of", all)
	text, err := line.Formula(context.Background(), with)
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	list, err := line.List(context.Background(), line.Minus(line.All(), with), 10)
	if err != nil {
		panic(err)
	}
	for _, p := range list {
		fmt.Println("without:", line.Describe(p))
	}
	// Output:
	// 4 of 6
	// Log or Crypto
	// without: {}
	// without: {Net}
}
