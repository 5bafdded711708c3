package table

import (
	"context"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Function calls the real function behind an extern.
type Function func(ctx context.Context, args []term.Value) ([]term.Value, error)

// Outcome is a row that was run again, with the new result. Err is the error if there is none.
type Outcome struct {
	Entry Entry
	Now   []term.Value
	Err   error
}

// Differs reports whether the function contradicts the row.
func (o Outcome) Differs() bool { return o.Err == nil && !term.SameValues(o.Entry.Row.Result, o.Now) }

// Recheck runs every row of x again, several at once, and returns those that fail or differ, and how many were run. The error
// is that of ctx.
func (s *Set) Recheck(ctx context.Context, x *sts.Extern, function Function, workers int) (wrong []Outcome, checked int, err error) {
	entries := s.Merged(x).Entries
	sortEntries(x, entries)
	outcomes := make([]Outcome, len(entries))
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, min(workers, len(entries))) {
		group.Go(func() {
			for i := range next {
				now, err := function(ctx, entries[i].Row.Args)
				outcomes[i] = Outcome{entries[i], now, err}
			}
		})
	}
	for checked = 0; checked < len(entries) && ctx.Err() == nil; checked++ {
		next <- checked
	}
	close(next)
	group.Wait()
	for _, o := range outcomes[:checked] {
		if ctx.Err() == nil && (o.Err != nil || o.Differs()) || o.Differs() {
			wrong = append(wrong, o)
		}
	}
	return wrong, checked, ctx.Err()
}
