package hashset

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// ErrFull is the error for more records than a set can number, or than its limit of memory allows.
var ErrFull = errors.New("the set is full")

// Set is a set of records. It belongs to one goroutine.
type Set struct {
	blocks blocks
	table  []byte // entries of entrySize bytes, and some bytes so that the last can be read as a word
	places int    // the number of entries
	other  []uint64
}

const (
	entrySize   = 5
	firstPlaces = 1 << 6
	maxRecords  = 1<<32 - 2
)

// New returns an empty set of records with the given number of words, of which only the given number of bytes are stored. A limit
// of 0 means no limit.
func New(words, bytes int, limit int64) *Set {
	s := &Set{blocks: blocks{words: words, size: bytes, limit: limit}, other: make([]uint64, words)}
	s.clearTable(firstPlaces)
	return s
}

// Close removes the temporary file, if there is one.
func (s *Set) Close() { s.blocks.close() }

// Len returns the number of records.
func (s *Set) Len() int { return s.blocks.count }

// Memory returns the number of bytes of memory that the set needs.
func (s *Set) Memory() int64 { return int64(len(s.table)) + s.blocks.memory() }

// OnDisk returns the number of bytes in the temporary file.
func (s *Set) OnDisk() int64 { return s.blocks.onDisk() }

// Load reads a record by its number.
func (s *Set) Load(number int, record []uint64) error { return s.blocks.load(number, record) }

// Add returns the number of a record, and whether it is new.
func (s *Set) Add(record []uint64) (number int, added bool, err error) {
	if 5*(s.Len()+1) > 4*s.places {
		if err := s.grow(); err != nil {
			return 0, false, err
		}
	}
	h := hash(record)
	place, number, err := s.find(h, record)
	if err != nil || number >= 0 {
		return number, false, err
	}
	number = s.Len()
	if err := s.blocks.add(record); err != nil {
		return 0, false, err
	}
	s.setEntry(place, number, h)
	return number, true, s.makeRoom()
}

// Find returns the number of a record, or -1.
func (s *Set) Find(record []uint64) (int, error) {
	_, number, err := s.find(hash(record), record)
	return number, err
}

// find returns the place of a record in the table and its number, which is -1 if the place is free for it.
func (s *Set) find(h uint64, record []uint64) (place, number int, err error) {
	place = s.first(h)
	for {
		entry := binary.LittleEndian.Uint64(s.table[place*entrySize:])
		if uint32(entry) == 0 {
			return place, -1, nil
		}
		if byte(entry>>32) == byte(h) {
			number := int(uint32(entry)) - 1
			if err := s.blocks.load(number, s.other); err != nil {
				return 0, -1, err
			}
			if slices.Equal(s.other, record) {
				return place, number, nil
			}
		}
		if place++; place == s.places {
			place = 0
		}
	}
}

// first returns the place where the search for a hash begins: its upper bits, scaled. The lowest byte is in the entries.
func (s *Set) first(h uint64) int {
	high, _ := bits.Mul64(h, uint64(s.places))
	return int(high)
}

func (s *Set) setEntry(place, number int, h uint64) {
	entry := s.table[place*entrySize:]
	binary.LittleEndian.PutUint32(entry, uint32(number+1))
	entry[4] = byte(h)
}

func (s *Set) clearTable(places int) {
	s.places, s.table = places, nil // the old one is garbage before the new one is made
	s.table = make([]byte, places*entrySize+8-entrySize)
}

// grow makes a larger table.
func (s *Set) grow() error {
	if s.Len() >= maxRecords {
		return ErrFull
	}
	places := s.places + s.places/2
	if limit := s.blocks.limit; limit > 0 && int64(places)*entrySize > limit*3/4 {
		return ErrFull
	}
	s.clearTable(places)
	if err := s.makeRoom(); err != nil {
		return err
	}
	for number := range s.Len() {
		if err := s.blocks.load(number, s.other); err != nil {
			return err
		}
		h := hash(s.other)
		place := s.first(h)
		for uint32(binary.LittleEndian.Uint64(s.table[place*entrySize:])) != 0 {
			if place++; place == s.places {
				place = 0
			}
		}
		s.setEntry(place, number, h)
	}
	return nil
}

// makeRoom writes old blocks to the temporary file until the limit is kept.
func (s *Set) makeRoom() error {
	if s.blocks.limit == 0 {
		return nil
	}
	for s.Memory() > s.blocks.limit {
		spilled, err := s.blocks.spill()
		if err != nil || !spilled {
			return err
		}
	}
	return nil
}

// hash mixes the words of a record.
func hash(record []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range record {
		high, low := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = high ^ low ^ bits.RotateLeft64(w, 29)
	}
	high, low := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return high ^ low
}
