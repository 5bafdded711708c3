package shrink_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

func channel(name string, sorts ...*term.Sort) *sts.Channel {
	c := &sts.Channel{Name: name}
	for _, s := range sorts {
		c.Payload = append(c.Payload, sts.ScalarType(s))
	}
	return c
}

var (
	put   = channel("put", term.String, term.Int)
	get   = channel("get", term.String)
	add   = channel("add", term.Int)
	wide  = channel("wide", term.Bits(64, false))
	ratio = channel("real", term.Real)
	nop   = channel("nop")
)

func send(c *sts.Channel, values ...any) shrink.Step {
	m := sut.Message{Channel: c}
	for _, v := range values {
		switch v := v.(type) {
		case string:
			m.Values = append(m.Values, term.StringValue(v))
		case int:
			m.Values = append(m.Values, term.IntValue(int64(v)))
		case uint64:
			m.Values = append(m.Values, term.IntValue(int64(v)))
		case *big.Int:
			m.Values = append(m.Values, term.BigValue(v))
		case *big.Rat:
			m.Values = append(m.Values, term.RatValue(v))
		}
	}
	return shrink.Step{Input: m}
}

func always() int { return shrink.SmallRuns }

var reset = shrink.Step{Reset: true}

func show(steps []shrink.Step) string {
	var parts []string
	for _, s := range steps {
		text := "reset"
		if !s.Reset {
			text = s.Input.String()
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// fails is a system: whether it fails in the way that is looked for after some steps.
type fails func(steps []shrink.Step) bool

// try runs a system step by step, as a tester does: what follows the failure is not done.
func (f fails) try(_ context.Context, candidate []shrink.Step, _ bool) ([]shrink.Step, bool, error) {
	for n := range len(candidate) + 1 {
		if f(candidate[:n]) {
			return candidate[:n], true, nil
		}
	}
	return candidate, false, nil
}

// inputsOf lists the inputs of a channel since the last reset.
func inputsOf(steps []shrink.Step, c *sts.Channel) []sut.Message {
	var out []sut.Message
	for _, s := range steps {
		switch {
		case s.Reset:
			out = nil
		case s.Input.Channel == c:
			out = append(out, s.Input)
		}
	}
	return out
}

// last returns the last input if it is of a channel.
func last(steps []shrink.Step, c *sts.Channel) (sut.Message, bool) {
	if len(steps) == 0 || steps[len(steps)-1].Reset || steps[len(steps)-1].Input.Channel != c {
		return sut.Message{}, false
	}
	return steps[len(steps)-1].Input, true
}

// ofNumber fails for inputs add whose number has a property.
func ofNumber(bad func(*big.Int) bool) fails {
	return func(steps []shrink.Step) bool {
		m, ok := last(steps, add)
		return ok && bad(m.Values[0].Big())
	}
}

// ofText fails for inputs get whose string has a property.
func ofText(bad func(string) bool) fails {
	return func(steps []shrink.Step) bool {
		m, ok := last(steps, get)
		return ok && bad(m.Values[0].Text())
	}
}

func atLeast(limit int64) fails {
	return ofNumber(func(n *big.Int) bool { return n.Cmp(big.NewInt(limit)) >= 0 })
}

// storesEqual fails for a get of a key that was put before with a value over 7.
func storesEqual(steps []shrink.Step) bool {
	m, ok := last(steps, get)
	return ok && slices.ContainsFunc(inputsOf(steps, put), func(p sut.Message) bool {
		n, _ := p.Values[1].Small()
		return p.Values[0].Equal(m.Values[0]) && p.Values[0].Text() != "" && n > 7
	})
}

// noise is some steps that do not matter.
func noise(n int) []shrink.Step {
	var out []shrink.Step
	for i := range n {
		out = append(out, send(nop), send(put, fmt.Sprint("key", i), i%5), send(get, "none"))
	}
	return out
}

var examples = []struct {
	name   string
	system fails
	test   []shrink.Step
	want   string
}{
	{"a number from 2^31 on", atLeast(1 << 31), []shrink.Step{send(add, 3), send(nop), send(add, 1<<40+12345)}, "add(2147483648)"},
	{"a number over 2^64", ofNumber(func(n *big.Int) bool { return n.BitLen() > 64 }), []shrink.Step{send(add, new(big.Int).Lsh(big.NewInt(77), 90))}, "add(18446744073709551616)"},
	{"a negative number that may be positive", ofNumber(func(n *big.Int) bool { return n.CmpAbs(big.NewInt(100)) > 0 }), []shrink.Step{send(add, -5000)}, "add(101)"},
	{"a negative number", ofNumber(func(n *big.Int) bool { return n.Cmp(big.NewInt(-9)) < 0 }), []shrink.Step{send(add, -5000)}, "add(-10)"},
	{"multiples of 7", ofNumber(func(n *big.Int) bool { return n.Sign() != 0 && new(big.Int).Rem(n, big.NewInt(7)).Sign() == 0 }), []shrink.Step{send(add, 7*1234)}, "add(7)"},
	{"a number that float32 cannot hold", ofNumber(func(n *big.Int) bool { return n.IsInt64() && int64(float32(n.Int64())) != n.Int64() }), []shrink.Step{send(add, 123456789)}, "add(16777217)"},
	{"an unsigned machine integer over 2^63", func(steps []shrink.Step) bool {
		m, ok := last(steps, wide)
		if !ok {
			return false
		}
		n, _ := m.Values[0].Small()
		return uint64(n) > 1<<63
	}, []shrink.Step{send(wide, uint64(1<<63+99999))}, "wide(9223372036854775809)"},
	{"a real", func(steps []shrink.Step) bool {
		m, ok := last(steps, ratio)
		return ok && m.Values[0].Rat().Cmp(big.NewRat(5, 2)) > 0
	}, []shrink.Step{send(ratio, big.NewRat(314159, 1000))}, "real(3.0)"},
	{"a fraction", func(steps []shrink.Step) bool {
		m, ok := last(steps, ratio)
		return ok && !m.Values[0].Rat().IsInt()
	}, []shrink.Step{send(ratio, big.NewRat(314159, 1000))}, "real(0.5)"},
	{"a string longer than 64", ofText(func(s string) bool { return utf8.RuneCountInString(s) > 64 }), []shrink.Step{send(get, strings.Repeat("xyzzy ", 11000))}, `get("` + strings.Repeat("a", 65) + `")`},
	{"a space at the end", ofText(func(s string) bool { return strings.HasSuffix(s, " ") }), []shrink.Step{send(get, "some words and ")}, `get(" ")`},
	{"a space after something", ofText(func(s string) bool { return strings.HasSuffix(s, " ") && strings.TrimSpace(s) != "" }), []shrink.Step{send(get, "some words and ")}, `get("a ")`},
	{"a capital", ofText(func(s string) bool { return s != strings.ToLower(s) }), []shrink.Step{send(get, "the Quick fox")}, `get("A")`},
	{"a combining mark", ofText(func(s string) bool { return strings.Contains(s, "\u0301") }), []shrink.Step{send(get, "cafe\u0301 au lait")}, "get(\"\u0301\")"},
	{"equal strings", storesEqual, append(noise(30), send(put, "this one", 4711), send(nop), send(get, "this one")), `put("a", 8) get("a")`},
	{"equal strings that differ from another", func(steps []shrink.Step) bool {
		m, ok := last(steps, get)
		puts := inputsOf(steps, put)
		return ok && len(puts) > 1 && puts[0].Values[0].Equal(m.Values[0]) && m.Values[0].Text() != "" &&
			puts[1].Values[0].Text() != "" && !puts[1].Values[0].Equal(m.Values[0])
	}, []shrink.Step{send(put, "aa", 1), send(put, "a", 2), send(get, "aa")}, `put("b", 0) put("a", 0) get("b")`},
	{"different strings", func(steps []shrink.Step) bool {
		puts := inputsOf(steps, put)
		return slices.ContainsFunc(puts, func(m sut.Message) bool { return !m.Values[0].Equal(puts[0].Values[0]) })
	}, noise(20), `put("", 0) put("a", 0)`},
	{"the third time", func(steps []shrink.Step) bool { return len(inputsOf(steps, nop)) == 3 }, noise(50), "nop() nop() nop()"},
	{"a sum", func(steps []shrink.Step) bool {
		sum := int64(0)
		for _, m := range inputsOf(steps, add) {
			n, _ := m.Values[0].Small()
			sum += n
		}
		return sum >= 100
	}, []shrink.Step{send(add, 40), send(add, 20), send(nop), send(add, 50)}, "add(100)"},
	{"a difference of one", func(steps []shrink.Step) bool {
		adds := inputsOf(steps, add)
		if len(adds) != 2 {
			return false
		}
		return new(big.Int).Sub(adds[1].Values[0].Big(), adds[0].Values[0].Big()).Cmp(big.NewInt(1)) == 0
	}, []shrink.Step{send(add, 4711), send(add, 4712)}, "add(0) add(1)"},
	{"something before a reset", func(steps []shrink.Step) bool {
		_, asked := last(steps, get)
		i := slices.IndexFunc(steps, func(s shrink.Step) bool { return s.Reset })
		return asked && i >= 0 && len(inputsOf(steps[:i], put)) > 0
	}, slices.Concat(noise(5), []shrink.Step{reset}, noise(5), []shrink.Step{reset}, noise(1)), `put("", 0) reset get("")`},
	{"nothing before a reset", atLeast(0), slices.Concat(noise(5), []shrink.Step{reset, send(add, 5)}), "add(0)"},
	{"a shorter way by another channel", func(steps []shrink.Step) bool {
		_, ok := last(steps, get)
		return ok && (len(inputsOf(steps, nop)) == 5 || len(inputsOf(steps, add)) == 2)
	}, []shrink.Step{send(nop), send(nop), send(add, 4), send(nop), send(nop), send(nop), send(get, "x")}, `add(0) add(0) get("")`},
	{"a pair that belongs together", func(steps []shrink.Step) bool {
		_, ok := last(steps, get)
		return ok && len(inputsOf(steps, nop)) == len(inputsOf(steps, add))
	}, []shrink.Step{send(nop), send(put, "x", 1), send(add, 1), send(get, "x")}, `get("")`},
}

// TestSimplestTest: seeded faults end at the simplest test that shows them, and that is not changed by shrinking again.
func TestSimplestTest(t *testing.T) {
	for _, e := range examples {
		runs := 0
		counted := func(ctx context.Context, candidate []shrink.Step, adapt bool) ([]shrink.Step, bool, error) {
			runs++
			return e.system.try(ctx, candidate, adapt)
		}
		short, err := shrink.Run(t.Context(), e.test, counted, always)
		if err != nil || show(short) != e.want {
			t.Errorf("%s: %s, want %s (%v)", e.name, show(short), e.want, err)
		}
		if runs > 400 {
			t.Errorf("%s: %d runs", e.name, runs)
		}
		again, err := shrink.Run(t.Context(), short, e.system.try, always)
		if err != nil || show(again) != show(short) {
			t.Errorf("%s: once more: %s, want %s (%v)", e.name, show(again), show(short), err)
		}
	}
}

// TestShrinkingIsEnded: what was found until then counts, and the error is returned.
func TestShrinkingIsEnded(t *testing.T) {
	for limit := range 40 {
		runs := 0
		short, err := shrink.Run(t.Context(), append(noise(30), send(add, 1<<40)), func(ctx context.Context, candidate []shrink.Step, adapt bool) ([]shrink.Step, bool, error) {
			if runs++; runs > limit {
				return nil, false, shrink.ErrEnough
			}
			return atLeast(1<<31).try(ctx, candidate, adapt)
		}, always)
		if _, fails, _ := atLeast(1<<31).try(t.Context(), short, false); !fails {
			t.Errorf("after %d runs: %s does not fail", limit, show(short))
		}
		if complete := runs <= limit; complete != !errors.Is(err, shrink.ErrEnough) {
			t.Errorf("after %d runs: %v", limit, err)
		}
	}
}

// TestShrinkingKeepsTheFailure: whatever the fault is, the short test fails, is not longer, and is not changed by shrinking again.
func TestShrinkingKeepsTheFailure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		needed := rapid.SliceOfN(rapid.SampledFrom([]*sts.Channel{put, get, add, nop}), 1, 4).Draw(t, "needed")
		limit := rapid.Int64Range(-3, 1000).Draw(t, "limit")
		system := fails(func(steps []shrink.Step) bool { return follows(steps, needed, limit) })
		test := rapid.SliceOfN(rapid.Custom(drawStep), 1, 60).Draw(t, "test")
		first, found, _ := system.try(context.Background(), test, false)
		if !found {
			t.Skip("does not fail")
		}
		short, err := shrink.Run(context.Background(), first, system.try, always)
		if err != nil || len(short) > len(first) || !system(short) {
			t.Fatalf("%s, %v", show(short), err)
		}
		again, err := shrink.Run(context.Background(), short, system.try, always)
		if err != nil || show(again) != show(short) {
			t.Fatalf("%s became %s, %v", show(short), show(again), err)
		}
		if len(short) != len(needed) {
			t.Fatalf("%s is not the shortest", show(short))
		}
	})
}

// follows reports whether the steps have inputs of some channels in this order, the numbers at least at a limit.
func follows(steps []shrink.Step, needed []*sts.Channel, limit int64) bool {
	for _, s := range steps {
		if len(needed) == 0 {
			return true
		}
		if s.Reset || s.Input.Channel != needed[0] {
			continue
		}
		if s.Input.Channel == add {
			if n, _ := s.Input.Values[0].Small(); n < limit {
				continue
			}
		}
		needed = needed[1:]
	}
	return len(needed) == 0
}

func drawStep(t *rapid.T) shrink.Step {
	switch rapid.IntRange(0, 8).Draw(t, "kind") {
	case 0, 1:
		return send(put, rapid.StringN(0, 10, -1).Draw(t, "key"), rapid.Int().Draw(t, "value"))
	case 2, 3:
		return send(get, rapid.StringN(0, 10, -1).Draw(t, "key"))
	case 4, 5:
		return send(add, rapid.Int().Draw(t, "number"))
	case 6:
		return reset
	}
	return send(nop)
}

// TestLongTestsCostLittle: over a slow connection each input takes its time, so that few of them are sent while a long test becomes short.
func TestLongTestsCostLittle(t *testing.T) {
	long := make([]shrink.Step, 256)
	for i := range long {
		long[i] = send(add, i%5)
	}
	needs := fails(func(steps []shrink.Step) bool {
		m, ok := last(steps, add)
		return ok && m.Values[0].Equal(term.IntValue(9)) && slices.ContainsFunc(inputsOf(steps, add), func(m sut.Message) bool { return m.Values[0].Equal(term.IntValue(7)) })
	})
	few := func() int { return 0 }
	for _, c := range []struct {
		name  string
		place int // of an input that the last one needs
		most  int // inputs sent, by the length of the test
	}{{"the first", 0, 3}, {"one in the middle", 100, 3}, {"one near the end", 250, 1}} {
		steps := append(slices.Clone(long), send(add, 9))
		steps[c.place] = send(add, 7)
		sent := 0
		short, err := shrink.Run(t.Context(), steps, func(ctx context.Context, candidate []shrink.Step, adapt bool) ([]shrink.Step, bool, error) {
			sent += len(candidate)
			return needs.try(ctx, candidate, adapt)
		}, few)
		t.Logf("%s: %d inputs sent, %v", c.name, sent, len(short))
		if err != nil || len(short) != 2 || sent > c.most*len(steps) {
			t.Errorf("%s: %d inputs sent, %s, %v", c.name, sent, show(short), err)
		}
	}
}
