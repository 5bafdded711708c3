// Package priority has a priority queue for any type of element.
package priority

import "container/heap"

// Queue is a priority queue. Its order must be total for the sequence of elements to be determined.
type Queue[T any] struct{ items items[T] }

// New returns an empty queue; before reports whether a leaves the queue before b.
func New[T any](before func(a, b T) bool) *Queue[T] {
	return &Queue[T]{items[T]{before: before}}
}

// Len returns the number of elements.
func (q *Queue[T]) Len() int { return q.items.Len() }

// Push adds an element.
func (q *Queue[T]) Push(x T) { heap.Push(&q.items, x) }

// Pop removes the first element and returns it.
func (q *Queue[T]) Pop() T { return heap.Pop(&q.items).(T) }

// Clear removes all elements.
func (q *Queue[T]) Clear() { q.items.list = nil }

// Reorder restores the order after it has changed for elements in the queue.
func (q *Queue[T]) Reorder() { heap.Init(&q.items) }

// items implements heap.Interface.
type items[T any] struct {
	list   []T
	before func(a, b T) bool
}

// Len returns the number of elements.
func (h *items[T]) Len() int { return len(h.list) }

// Less reports whether element i comes before element j.
func (h *items[T]) Less(i, j int) bool { return h.before(h.list[i], h.list[j]) }

// Swap exchanges two elements.
func (h *items[T]) Swap(i, j int) { h.list[i], h.list[j] = h.list[j], h.list[i] }

// Push adds an element at the end.
func (h *items[T]) Push(x any) { h.list = append(h.list, x.(T)) }

// Pop removes the last element.
func (h *items[T]) Pop() any {
	last := len(h.list) - 1
	x := h.list[last]
	clear(h.list[last:]) // for the garbage collector
	h.list = h.list[:last]
	return x
}
