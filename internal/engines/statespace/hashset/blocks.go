package hashset

import (
	"encoding/binary"
	"fmt"
	"os"
)

// blocks are records one after the other, in blocks of equal size. The first of them may be in a file.
type blocks struct {
	words   int      // of a record in memory
	size    int      // of a stored record, in bytes
	blocks  [][]byte // those in the file are nil
	count   int      // records
	spilled int      // blocks in the file
	file    *os.File
	limit   int64  // of memory, 0 is none
	buffer  []byte // of a record that is read from the file, or that is written
	ahead   []byte // a part of the file that was read to go through it in order
	from    int    // the number of the first record in ahead
}

// perBlock is the number of records of a block.
const perBlock = 1 << 14

// readAhead is the number of records that are read at once when the file is gone through in order.
const readAhead = 1 << 10

// load reads a record.
func (b *blocks) load(number int, record []uint64) error {
	if block := number / perBlock; block >= b.spilled {
		at := number % perBlock * b.size
		b.decode(b.blocks[block][at:at+b.size], record)
		return nil
	}
	return b.loadSpilled(number, record)
}

// decode reads the words of a record from its bytes. All but the last word are whole.
func (b *blocks) decode(bytes []byte, record []uint64) {
	for i := range record[:len(record)-1] {
		record[i] = binary.LittleEndian.Uint64(bytes[8*i:])
	}
	tail, word := bytes[8*(len(record)-1):], uint64(0)
	if len(tail) == 8 {
		word = binary.LittleEndian.Uint64(tail)
	} else {
		for i, c := range tail {
			word |= uint64(c) << (8 * i)
		}
	}
	record[len(record)-1] = word
}

// add stores a record after the others.
func (b *blocks) add(record []uint64) error {
	if b.count >= maxRecords {
		return ErrFull
	}
	if b.count%perBlock == 0 {
		b.blocks = append(b.blocks, make([]byte, 0, b.firstSize()))
	}
	last := &b.blocks[len(b.blocks)-1]
	for _, w := range record[:len(record)-1] {
		*last = binary.LittleEndian.AppendUint64(*last, w)
	}
	w := record[len(record)-1]
	for range b.size - 8*(len(record)-1) {
		*last = append(*last, byte(w))
		w >>= 8
	}
	b.count++
	return nil
}

// firstSize is the size that a new block begins with: that of a full one, unless it is the first.
func (b *blocks) firstSize() int {
	if b.count == 0 {
		return 16 * b.size
	}
	return perBlock * b.size
}

// loadSpilled reads a record from the file. Sequential reads are served from a part of the file that was read at once.
func (b *blocks) loadSpilled(number int, record []uint64) error {
	if at := number - b.from; at >= 0 && at*b.size < len(b.ahead) {
		b.decode(b.ahead[at*b.size:(at+1)*b.size], record)
		return nil
	}
	if number%readAhead == 0 {
		return b.loadAhead(number, record)
	}
	b.buffer = append(b.buffer[:0], make([]byte, b.size)...)
	if _, err := b.file.ReadAt(b.buffer, int64(number)*int64(b.size)); err != nil {
		return fmt.Errorf("cannot read states from the temporary file: %w", err)
	}
	b.decode(b.buffer, record)
	return nil
}

func (b *blocks) loadAhead(number int, record []uint64) error {
	b.ahead = append(b.ahead[:0], make([]byte, readAhead*b.size)...)
	b.from = number
	if _, err := b.file.ReadAt(b.ahead, int64(number)*int64(b.size)); err != nil {
		b.ahead = b.ahead[:0]
		return fmt.Errorf("cannot read states from the temporary file: %w", err)
	}
	b.decode(b.ahead[:b.size], record)
	return nil
}

// memory returns the bytes of the blocks that are not in the file.
func (b *blocks) memory() int64 {
	if b.count == 0 || b.spilled == len(b.blocks) {
		return 0
	}
	return int64(len(b.blocks)-1-b.spilled)*int64(perBlock*b.size) + int64(cap(b.blocks[len(b.blocks)-1]))
}

func (b *blocks) onDisk() int64 { return int64(b.spilled) * int64(perBlock*b.size) }

// spill writes the oldest full block to the file; false if there is none.
func (b *blocks) spill() (bool, error) {
	if b.spilled >= b.count/perBlock {
		return false, nil
	}
	if b.file == nil {
		if err := b.open(); err != nil {
			return false, err
		}
	}
	if _, err := b.file.WriteAt(b.blocks[b.spilled], b.onDisk()); err != nil {
		return false, fmt.Errorf("cannot write states to a temporary file: %w", err)
	}
	b.blocks[b.spilled] = nil
	b.spilled++
	return true, nil
}

// open creates the temporary file and removes its name.
func (b *blocks) open() error {
	file, err := os.CreateTemp("", "sextant-states-*")
	if err != nil {
		return fmt.Errorf("cannot make a temporary file for states: %w", err)
	}
	b.file = file
	return os.Remove(file.Name())
}

func (b *blocks) close() {
	if b.file != nil {
		b.file.Close()
	}
	*b = blocks{}
}
