package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/limiter"

func limiterTarget() *Target {
	return &Target{
		Name: "limiter", Nature: "library in Go: a token bucket",
		Ops: []Op{{"take", []Arg{{Kind: Int, Low: 1, High: limiter.Room}}}, {"tick", []Arg{{Kind: Int, Low: 0, High: 1_000_000_000_000, Bundle: "time", Edges: []int64{limiter.Each, limiter.Room * limiter.Each}}}},
			{"refill", nil}, {"tokens", nil}, {"clock", nil}},
		Rare: []string{"refill"},
		Faults: []Fault{
			{"last-token-stays", OffByOne, "tokens cannot be taken if none would be left"},
			{"bucket-overflows", OffByOne, "the bucket has room for eleven tokens"},
			{"tick-int32", Width, "the time passed is stored with 32 bits"},
			{"clock-float32", Width, "the clock is a float32"},
			{"rest-is-lost", LostUpdate, "the time since the last token is lost at each tick"},
			{"refusal-costs", LeakError, "a refusal costs a token"},
			{"eight-refusals-ban", Repetition, "the eighth refusal empties the bucket"},
			{"wait-ignores-rest", StaleCache, "the time to wait does not count what has passed"},
			{"refill-keeps-rest", AfterReset, "the time since the last token stays when the bucket is filled"},
		},
		Start: func(fault string) (Instance, error) { return bucket{limiter.New(fault)}.instance(), nil },
	}
}

type bucket struct{ *limiter.Limiter }

func (b bucket) instance() Instance {
	return local(func(in Message) []Message {
		switch in.Name {
		case "take":
			n := in.Args[0].(int64)
			if b.Take(n) {
				return say("granted")
			}
			return say("wait", b.Wait(n))
		case "tick":
			b.Tick(in.Args[0].(int64))
			return say("done")
		case "refill":
			b.Refill()
			return say("done")
		case "tokens":
			return say("left", b.Tokens())
		}
		return say("time", b.Clock())
	})
}
