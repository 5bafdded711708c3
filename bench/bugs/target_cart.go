package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/cart"

func cartTarget() *Target {
	item, pieces := Arg{Kind: Choice, Of: []string{"apple", "bread", "wine"}}, Arg{Kind: Int, Low: 1, High: 300, Bundle: "pieces", Edges: []int64{10}}
	code := Arg{Kind: Key, Of: []string{"SAVE10", "HALF"}, Bundle: "code"}
	return &Target{
		Name: "cart", Nature: "library in Go: a shopping cart with discounts",
		Ops:  []Op{{"add", []Arg{item, pieces}}, {"remove", []Arg{item}}, {"coupon", []Arg{code}}, {"total", nil}, {"checkout", nil}},
		Rare: []string{"checkout"},
		Faults: []Fault{
			{"bulk-from-11", OffByOne, "ten pieces do not get the discount"},
			{"pieces-uint8", Width, "the number of pieces is stored with 8 bits"},
			{"coupon-ignores-case", CaseFold, "coupons are accepted in lower case"},
			{"coupon-trimmed", Trimming, "coupons are accepted with white space at the ends"},
			{"coupon-adds-up", EqualValue, "the same coupon twice counts twice"},
			{"removed-comes-back", AfterReset, "pieces that were removed come back when the item is added again"},
			{"remove-keeps-total", StaleCache, "the total stays after pieces were removed"},
			{"wrong-coupon-removes", LeakError, "a wrong coupon removes the right one"},
			{"same-number-ignored", EqualValue, "adding as many pieces as there are adds none"},
			{"coupon-survives-checkout", AfterReset, "the coupon counts again after checkout"},
			{"refused-fills-up", LeakError, "pieces that do not fit fill the cart up"},
		},
		Start: func(fault string) (Instance, error) { return basket{cart.New(fault)}.instance(), nil },
	}
}

type basket struct{ *cart.Cart }

func (b basket) instance() Instance {
	return local(func(in Message) []Message {
		switch in.Name {
		case "add":
			item := in.Args[0].(string)
			if b.Add(item, in.Args[1].(int64)) {
				return say("pieces", b.Pieces(item))
			}
			return say("refused")
		case "remove":
			return done(b.Remove(in.Args[0].(string)))
		case "coupon":
			return done(b.Coupon(in.Args[0].(string)))
		case "total":
			return say("amount", b.Total())
		}
		return say("paid", b.Checkout())
	})
}

func done(ok bool) []Message {
	if ok {
		return say("done")
	}
	return say("refused")
}
