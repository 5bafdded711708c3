package main

import "encoding/json"

const (
	beginning = 8  // initial size of the ring
	limit     = 42 // maximum number of elements, with the fault drop
)

// queue is a ring of places, which grows when it is full.
type queue struct {
	fault  string
	ring   []json.Number
	head   int // place of the first element
	length int
}

func newQueue(fault string) *queue {
	return &queue{fault: fault, ring: make([]json.Number, beginning)}
}

// push adds an element at the end.
func (q *queue) push(x json.Number) {
	if q.fault == "drop" && q.length >= limit {
		return
	}
	if q.length == len(q.ring) {
		q.grow()
	}
	q.ring[(q.head+q.length)%len(q.ring)] = x
	q.length++
}

// grow makes room for twice as many elements.
func (q *queue) grow() {
	ring := make([]json.Number, 2*len(q.ring))
	if q.fault == "order" {
		copy(ring, q.ring) // correct only if the first element is at index 0
	} else {
		n := copy(ring, q.ring[q.head:])
		copy(ring[n:], q.ring[:q.head])
	}
	q.ring, q.head = ring, 0
}

// pop takes the first element.
func (q *queue) pop() (json.Number, bool) {
	if q.length == 0 {
		return "", false
	}
	x := q.ring[q.head]
	q.head = (q.head + 1) % len(q.ring)
	q.length--
	return x, true
}

// peek returns the first element.
func (q *queue) peek() (json.Number, bool) {
	if q.length > 0 {
		return q.ring[q.head], true
	}
	if last := q.ring[(q.head+len(q.ring)-1)%len(q.ring)]; q.fault == "shadow" && last != "" {
		return last, true
	}
	return "", false
}
