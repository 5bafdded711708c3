package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// Least is the smallest limit with which a search can do anything.
const Least Size = 16 << 20

// Default is the limit of a command that is given none: half of what is free.
func Default() Size { return max(Free()/2, Least) }

// Tune makes the garbage collector keep to a limit, unless the environment says otherwise. Far below the limit it works less often than
// by default: a tree only grows, and a core that collects garbage is missing for a second worker. From then on searches adapt how often
// it works to what is in use.
func Tune(limit Size) {
	if os.Getenv("GOGC") == "" {
		paced.Store(int64(usualPercent))
		debug.SetGCPercent(usualPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(limit - limit/10)) // what is not a Go object takes the rest
	}
}

// paced is the percentage of garbage that the collector tolerates; 0 if it was not tuned.
var paced atomic.Int64

// The percentages of garbage, and how much of it a search may make whatever is in use.
const (
	usualPercent      = 300
	leastPercent      = 100
	mostPercent       = 300
	tolerated    Size = 384 << 20
)

// percent is how much garbage is tolerated, in percent of what is in use: much of little, and little of much.
func percent(used Size) int {
	return int(min(max(100*tolerated/max(used, 1), leastPercent), mostPercent))
}

// pace adapts the collector to what is in use, if it was tuned. Changes that do not matter are not made: each stops the world.
func pace(used Size) {
	now, next := paced.Load(), int64(percent(used))
	if now != 0 && (next < now*3/4 || next > now*4/3) && paced.CompareAndSwap(now, next) {
		debug.SetGCPercent(int(next))
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
	used := b.used()
	pace(used)
	if used < b.next {
		return true
	}
	drop()
	runtime.GC()
	used = b.used()
	most := share(b.limit, tooMuch)
	b.next = max(share(b.limit, much), used+(most-used)/2)
	return used < most-b.limit/50
}

// live is the size of the objects that the last collection found in use.
func live() Size {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return Size(sample[0].Value.Uint64())
}
