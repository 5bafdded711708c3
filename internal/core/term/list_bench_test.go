package term

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkLists computes one operation after another on a collection, each on the result of the one before, which has about
// as many elements as it had in the beginning. Elements and keys are drawn at random.
func BenchmarkLists(b *testing.B) {
	s := NewStore()
	seq, set, mapping := s.Var("s", Seq(Int)), s.Var("t", Set(Int)), s.Var("m", Map(Int, Int))
	x, old := s.Var("x", Int), s.Var("old", Int)
	push := s.Join(seq, s.Items(Int, x))
	operations := []struct {
		name       string
		collection *Term
		root       *Term
	}{
		{"seq/queue", seq, s.Slice(push, s.Int(1), s.Size(push))},
		{"seq/stack", seq, s.Join(s.Slice(seq, s.Int(0), s.Add(s.Size(seq), s.Int(-1))), s.Items(Int, x))},
		{"seq/front", seq, s.Remove(push, s.Int(0))},
		{"seq/put", seq, s.Put(seq, x, old)},
		{"seq/at", seq, s.At(seq, x)},
		{"seq/in", seq, s.Has(seq, x)},
		{"seq/sorted", seq, s.Remove(s.InsertSorted(seq, x), old)},
		{"set/insert", set, s.Insert(s.Remove(set, old), x)},
		{"set/in", set, s.Has(set, x)},
		{"map/put", mapping, s.Put(s.Remove(mapping, old), x, old)},
		{"map/get", mapping, s.Get(mapping, x)},
	}
	for _, o := range operations {
		for _, n := range []int{10, 100, 1000, 10_000} {
			b.Run(fmt.Sprintf("%s/n=%d", o.name, n), func(b *testing.B) {
				benchmarkList(b, s.Compile([]*Term{o.root}, []*Term{o.collection, x, old}), o.collection.sort, n)
			})
		}
	}
}

func benchmarkList(b *testing.B, p *Program, sort *Sort, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	f, inputs := p.NewFrame(), []Value{counted(sort, n), {}, {}}
	b.ReportAllocs()
	for b.Loop() {
		inputs[1], inputs[2] = IntValue(r.Int64N(int64(n))), IntValue(r.Int64N(int64(n)))
		if err := f.Run(inputs); err != nil {
			b.Fatal(err)
		}
		if v := f.Value(0); v.ref != nil {
			inputs[0] = v
		}
	}
}

// counted is a collection of the numbers from 0 to n-1.
func counted(sort *Sort, n int) Value {
	var items []Value
	for i := range n {
		items = append(items, IntValue(int64(i)))
		if sort.Kind == KindMap {
			items = append(items, IntValue(int64(i)))
		}
	}
	return ListValue(items...)
}
