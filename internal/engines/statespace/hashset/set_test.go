package hashset

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// A set numbers records in their order, and knows those that it has; with a limit of memory too.
func TestSetEqualsMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.IntRange(1, 20).Draw(t, "bytes")
		words := (bytes + 7) / 8
		limit := rapid.SampledFrom([]int64{0, 1_000_000}).Draw(t, "limit")
		s, known := New(words, bytes, limit), map[string]int{}
		defer s.Close()
		different := rapid.Uint64Range(1, 60_000).Draw(t, "different")
		for i := range uint64(100_000) {
			record := make([]uint64, words)
			record[0] = i * 7919 % different
			if bytes < 8 {
				record[0] &= 1<<(8*bytes) - 1
			}
			key := fmt.Sprint(record)
			old, has := known[key]
			if !has {
				old = len(known)
				known[key] = old
			}
			number, added, err := s.Add(record)
			if err != nil || number != old || added == has {
				t.Fatalf("record %d: number %d, added %v (%v); want %d, %v", i, number, added, err, old, !has)
			}
		}
		if s.Len() != len(known) {
			t.Fatalf("%d records, want %d", s.Len(), len(known))
		}
		back := make([]uint64, words)
		for i := range s.Len() {
			if err := s.Load(i, back); err != nil || known[fmt.Sprint(back)] != i {
				t.Fatalf("record %d is %v (%v)", i, back, err)
			}
		}
	})
}

// With a limit, old records are on disk, in a file that has no name, and the limit is kept.
func TestSpill(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const limit = 6 << 20
	s := New(4, 32, limit)
	defer s.Close()
	for i := range uint64(400_000) {
		if _, added, err := s.Add([]uint64{i, i * i, 0, 7}); err != nil || !added {
			t.Fatal(i, added, err)
		}
	}
	if s.Memory() > limit+32*perBlock || s.OnDisk() < 6<<20 {
		t.Errorf("%d bytes in memory, %d on disk", s.Memory(), s.OnDisk())
	}
	for i := uint64(0); i < 400_000; i += 77 {
		if number, err := s.Find([]uint64{i, i * i, 0, 7}); err != nil || number != int(i) {
			t.Fatalf("record %d has number %d (%v)", i, number, err)
		}
	}
	if names, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(names) > 0 {
		t.Errorf("files are left: %v (%v)", names, err)
	}
}

// A limit that the table alone would exceed is an error, and what was added stays known.
func TestFull(t *testing.T) {
	s := New(1, 8, 200_000)
	defer s.Close()
	for i := uint64(0); ; i++ {
		if _, _, err := s.Add([]uint64{i}); err != nil {
			if !errors.Is(err, ErrFull) || i < 10_000 {
				t.Errorf("record %d: %v", i, err)
			}
			return
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	s := New(1, 8, 0)
	defer s.Close()
	for i := range b.N {
		n := uint64(i) * 0x9e3779b97f4a7c15 >> 20 % uint64(b.N/2+1)
		if _, _, err := s.Add([]uint64{n}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.Memory())/float64(s.Len()), "bytes/record")
}
