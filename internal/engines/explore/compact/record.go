package compact

// Record is a state stored only as a move from another state. Numbers have 32 bits, so that 16 bytes suffice, and there are no pointers, so
// that the garbage collector does not scan them.
type Record struct {
	Parent uint32
	Depth  uint32
	Point  uint32 // in a graph; 0 if it is unknown
	packed uint32 // the move, and flags above it
}

// Flags describe what was done with a state.
type Flags uint32

// The flags.
const (
	Expanded Flags = 1 << (31 - iota)
	Terminal
	Followed // it has children
	Waits    // it was put into a queue

	flags = Expanded | Terminal | Followed | Waits
)

// MaxMove is the largest number of a move that a record can have.
const MaxMove = int(^flags)

// MaxStates is how many states can have numbers that fit into a record.
const MaxStates = 1<<32 - 1

// NewRecord returns the record of a state.
func NewRecord(parent, depth, move int) Record {
	return Record{Parent: uint32(parent), Depth: uint32(depth), packed: uint32(move)}
}

// Move returns the number of the move that made the state.
func (r *Record) Move() int { return int(Flags(r.packed) &^ flags) }

// Has reports whether one of some flags is set.
func (r *Record) Has(f Flags) bool { return Flags(r.packed)&f != 0 }

// Set sets flags.
func (r *Record) Set(f Flags) { r.packed |= uint32(f) }

// Clear clears flags.
func (r *Record) Clear(f Flags) { r.packed &^= uint32(f) }
