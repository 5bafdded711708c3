package runner

import "sync"

// pool keeps idle children or instances from call to call.
type pool[T any] struct {
	mu   sync.Mutex
	idle []T
}

func (p *pool[T]) push(t T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, t)
}

// pop takes the one that was used last; false if there is none.
func (p *pool[T]) pop() (t T, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ok = len(p.idle) > 0; ok {
		t, p.idle = p.idle[len(p.idle)-1], p.idle[:len(p.idle)-1]
	}
	return t, ok
}
