package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Least is the smallest limit with which a search can do anything.
const Least Size = 16 << 20

// Default is the limit of a command that is given none: half of what is free.
func Default() Size { return max(Free()/2, Least) }

// Tune makes the garbage collector keep to a limit, unless the environment says otherwise. Far below the limit it works less often than
// by default: a tree only grows, and a core that collects garbage is missing for a second worker.
func Tune(limit Size) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(limit))
	}
}

// The shares of the limit that live objects may take. The collector needs the rest: the nearer they come to the limit, the more often it
// works.
const (
	much    = 0.5 // what can be computed again is dropped
	tooMuch = 0.8 // the search ends
)

// Budget bounds the memory of a search. A nil budget bounds nothing. Goroutines may share one.
type Budget struct {
	mu    sync.Mutex
	limit Size
	used  func() Size // live objects, after a collection
	next  Size        // when to drop things again
}

// NewBudget bounds the memory of the process while a search goes on; a limit of 0 is the default.
func NewBudget(limit Size) *Budget {
	if limit == 0 {
		limit = Default()
	}
	return BudgetOf(limit, live)
}

// BudgetOf is a budget for which used says how much is used.
func BudgetOf(limit Size, used func() Size) *Budget {
	return &Budget{limit: limit, used: used, next: share(limit, much)}
}

func share(limit Size, part float64) Size { return Size(float64(limit) * part) }

// Limit is the limit; 0 if there is none.
func (b *Budget) Limit() Size {
	if b == nil {
		return 0
	}
	return b.limit
}

// Keep looks at what is used. If that is much, it calls drop, which frees what can be computed again. It reports whether the search can go
// on; it cannot if too much is used even then.
func (b *Budget) Keep(drop func()) bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used() < b.next {
		return true
	}
	drop()
	runtime.GC()
	used, most := b.used(), share(b.limit, tooMuch)
	b.next = max(share(b.limit, much), used+(most-used)/2)
	return used < most-b.limit/50
}

// live is the size of the objects that the last collection found in use.
func live() Size {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return Size(sample[0].Value.Uint64())
}
