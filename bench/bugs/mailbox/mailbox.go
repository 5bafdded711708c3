// Package mailbox is a bounded queue of numbers in a ring.
package mailbox

// Room is the number of items.
const Room = 5

// Box is a mailbox.
type Box struct {
	fault string
	ring  [Room]int64
	first int
	count int
	taken int // since the last Clear
}

// New returns an empty mailbox with a fault.
func New(fault string) *Box { return &Box{fault: fault} }

func (b *Box) last() int64 { return b.ring[(b.first+b.count-1)%Room] }

func (b *Box) full() bool {
	if b.fault == "full-too-early" {
		return b.count >= Room-1
	}
	return b.count == Room
}

// kept returns an item as it is stored.
func (b *Box) kept(item int64) int64 {
	if f := float64(item); b.fault == "item-float64" && f < 1<<63 {
		return int64(f)
	}
	return item
}

// Push adds an item at the end, if there is room.
func (b *Box) Push(item int64) bool {
	if b.full() {
		if b.fault == "push-on-full-overwrites" {
			b.ring[(b.first+b.count-1)%Room] = item
		}
		return false
	}
	if b.fault == "drops-repeated" && b.count > 0 && b.last() == item {
		return true
	}
	b.ring[(b.first+b.count)%Room] = b.kept(item)
	b.count++
	return true
}

// Urgent adds an item at the front, if there is room.
func (b *Box) Urgent(item int64) bool {
	if b.full() {
		return false
	}
	if b.fault == "urgent-behind-one" && b.count == 1 {
		b.ring[(b.first+b.count)%Room] = item
		b.count++
		return true
	}
	b.first = (b.first + Room - 1) % Room
	b.ring[b.first] = b.kept(item)
	b.count++
	return true
}

// Pop takes the first item.
func (b *Box) Pop() (int64, bool) {
	if b.count == 0 {
		return 0, false
	}
	item := b.ring[b.first]
	b.first = (b.first + 1) % Room
	b.count--
	b.taken++
	if b.fault == "every-12th-pop-loses-one" && b.taken%12 == 0 && b.count > 0 {
		b.first = (b.first + 1) % Room
		b.count--
	}
	return item, true
}

// Peek returns the first item.
func (b *Box) Peek() (int64, bool) {
	if b.count == 0 {
		return 0, false
	}
	return b.ring[b.first], true
}

// Newest returns the last item.
func (b *Box) Newest() (int64, bool) {
	if b.count == 0 {
		return 0, false
	}
	if b.fault == "newest-ignores-wrap" {
		return b.ring[min(b.first+b.count-1, Room-1)], true
	}
	return b.last(), true
}

// Size returns the number of items.
func (b *Box) Size() int { return b.count }

// Clear takes all items.
func (b *Box) Clear() {
	if b.fault == "clear-of-wrapped-keeps-one" && b.first+b.count > Room {
		b.first, b.count = 0, 1
		return
	}
	b.first, b.count, b.taken = 0, 0, 0
}
