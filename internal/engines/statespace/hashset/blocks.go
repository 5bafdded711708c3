package hashset

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
)

// blocks are records one after the other, in blocks of equal size. The first of them may be in a file.
type blocks struct {
	words   int      // of a record in memory
	size    int      // of a stored record, in bytes
	blocks  [][]byte // those in the file are nil
	count   int      // records
	spilled int      // blocks in the file
	file    *os.File
	limit   int64 // of memory, 0 is none
}

// perBlock is the number of records of a block.
const perBlock = 1 << 14

// readAhead is the number of records that are read at once when the file is gone through in order.
const readAhead = 1 << 10

// slack is how many bytes a block has beyond its records, so that the last word of each can be read as a whole.
const slack = 8

// place returns the bytes of a record in memory, and those after it.
func (b *blocks) place(number int) []byte {
	block, at := b.blocks[number/perBlock], number%perBlock*b.size
	return block[at : at+8*b.words : cap(block)]
}

// tail is the part of the last word of a record that is stored.
func (b *blocks) tail() uint64 { return ^uint64(0) >> (8 * (8*b.words - b.size)) }

// load reads a record that is in memory.
func (b *blocks) load(number int, record []uint64) {
	bytes := b.place(number)
	for i := range record {
		record[i] = binary.LittleEndian.Uint64(bytes[8*i:])
	}
	record[len(record)-1] &= b.tail()
}

// has reports whether a record in memory is equal to another.
func (b *blocks) has(number int, record []uint64) bool {
	bytes, last := b.place(number), len(record)-1
	for i, w := range record[:last] {
		if binary.LittleEndian.Uint64(bytes[8*i:]) != w {
			return false
		}
	}
	return (binary.LittleEndian.Uint64(bytes[8*last:])^record[last])&b.tail() == 0
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
		b.blocks = append(b.blocks, make([]byte, 0, b.firstSize()+slack))
	}
	last := &b.blocks[len(b.blocks)-1]
	*last = slices.Grow(*last, b.size+slack)
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

// memory returns the bytes of the blocks that are not in the file.
func (b *blocks) memory() int64 {
	if b.count == 0 || b.spilled == len(b.blocks) {
		return 0
	}
	return int64(len(b.blocks)-1-b.spilled)*int64(perBlock*b.size+slack) + int64(cap(b.blocks[len(b.blocks)-1]))
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
