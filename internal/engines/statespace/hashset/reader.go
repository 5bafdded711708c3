package hashset

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Reader looks records up, and reads them. Several goroutines may read a set at the same time, each with a reader of its own, as long as none adds
// to it.
type Reader struct {
	set    *Set
	other  []uint64 // a record that is compared
	buffer []byte   // of a record that is read from the file
	ahead  []byte   // a part of the file that was read to go through it in order
	from   int      // the number of the first record in ahead

	entries []uint64 // of the records that are looked up together
}

// NewReader returns a reader of the set.
func (s *Set) NewReader() *Reader { return &Reader{set: s, other: make([]uint64, s.blocks.words)} }

// Load reads a record by its number.
func (r *Reader) Load(number int, record []uint64) error {
	if b := &r.set.blocks; number/perBlock >= b.spilled {
		b.load(number, record)
		return nil
	}
	return r.loadSpilled(number, record)
}

// loadSpilled reads a record from the file. Sequential reads are served from a part of the file that was read at once.
func (r *Reader) loadSpilled(number int, record []uint64) error {
	b := &r.set.blocks
	if at := number - r.from; at >= 0 && at*b.size < len(r.ahead) {
		b.decode(r.ahead[at*b.size:(at+1)*b.size], record)
		return nil
	}
	if number%readAhead == 0 {
		return r.loadAhead(number, record)
	}
	r.buffer = append(r.buffer[:0], make([]byte, b.size)...)
	if _, err := b.file.ReadAt(r.buffer, int64(number)*int64(b.size)); err != nil {
		return fmt.Errorf("cannot read states from the temporary file: %w", err)
	}
	b.decode(r.buffer, record)
	return nil
}

func (r *Reader) loadAhead(number int, record []uint64) error {
	b := &r.set.blocks
	r.ahead = append(r.ahead[:0], make([]byte, readAhead*b.size)...)
	r.from = number
	if _, err := b.file.ReadAt(r.ahead, int64(number)*int64(b.size)); err != nil {
		r.ahead = r.ahead[:0]
		return fmt.Errorf("cannot read states from the temporary file: %w", err)
	}
	b.decode(r.ahead[:b.size], record)
	return nil
}

// has reports whether a record is equal to another.
func (r *Reader) has(number int, record []uint64) (bool, error) {
	if b := &r.set.blocks; number/perBlock >= b.spilled {
		return b.has(number, record), nil
	}
	err := r.loadSpilled(number, r.other)
	return slices.Equal(r.other, record), err
}

// find returns the place of a record in the table and its number, which is -1 if the place is free for it.
func (r *Reader) find(h uint64, record []uint64) (place, number int, err error) {
	s := r.set
	place = s.first(h)
	for {
		entry := binary.LittleEndian.Uint64(s.table[place*entrySize:])
		if uint32(entry) == 0 {
			return place, -1, nil
		}
		if byte(entry>>32) == byte(h) {
			number := int(uint32(entry)) - 1
			if same, err := r.has(number, record); same || err != nil {
				return place, number, err
			}
		}
		if place++; place == s.places {
			place = 0
		}
	}
}

// FindAll looks up records that lie one after the other, with their hashes, and writes their numbers, or -1. The entries of all are read before the
// first is compared, so that the processor waits for several of them at once.
func (r *Reader) FindAll(records, hashes []uint64, numbers []int) error {
	s, words := r.set, r.set.blocks.words
	r.entries = r.entries[:0]
	for _, h := range hashes {
		r.entries = append(r.entries, binary.LittleEndian.Uint64(s.table[s.first(h)*entrySize:]))
	}
	for i, h := range hashes {
		record := records[i*words : (i+1)*words]
		if e := r.entries[i]; uint32(e) == 0 {
			numbers[i] = -1
			continue
		}
		_, number, err := r.find(h, record)
		if err != nil {
			return err
		}
		numbers[i] = number
	}
	return nil
}
