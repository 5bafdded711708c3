package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// Least is the smallest limit with which a search can make progress.
const Least Size = 16 << 20

// Default is the limit of a command without an explicit one: half of the free memory.
func Default() Size { return max(Free()/2, Least) }

// Tune sets the memory limit of the garbage collector, unless the environment sets one. Far below the limit the collector runs less often
// than by default: a tree only grows, and a core that collects garbage is not available to a second worker. From then on searches adapt the
// frequency of collections to the memory in use.
func Tune(limit Size) {
	if os.Getenv("GOGC") == "" {
		paced.Store(int64(usualPercent))
		debug.SetGCPercent(usualPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(limit - limit/10)) // the rest is for memory outside the Go heap
	}
}

// paced is the percentage of garbage that the collector tolerates; 0 if it was not tuned.
var paced atomic.Int64

// The bounds of that percentage, and the amount of garbage a search may always make.
const (
	usualPercent      = 300
	leastPercent      = 100
	mostPercent       = 300
	tolerated    Size = 384 << 20
)

// percent returns how much garbage is tolerated, in percent of the memory in use: a high percentage of little memory, a low one of much.
func percent(used Size) int {
	return int(min(max(100*tolerated/max(used, 1), leastPercent), mostPercent))
}

// pace adapts the collector to the memory in use, if it was tuned. Small changes are skipped, since each stops the world.
func pace(used Size) {
	now, next := paced.Load(), int64(percent(used))
	if now != 0 && (next < now*3/4 || next > now*4/3) && paced.CompareAndSwap(now, next) {
		debug.SetGCPercent(int(next))
	}
}

// The shares of the limit that live objects may take. The collector needs the rest: the nearer they come to the limit, the more often it
// runs.
const (
	much    = 0.5 // above this, data that can be recomputed is dropped
	tooMuch = 0.8 // above this, above this, the search ends
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

// BudgetOf returns a budget that measures memory in use with the function used.
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

// Keep checks the memory in use. If it is high, it calls drop, which frees data that can be recomputed. It reports whether the search can go
// on; it cannot if too much is in use even after that.
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

// live returns the size of the objects that the last collection found in use.
func live() Size {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return Size(sample[0].Value.Uint64())
}
