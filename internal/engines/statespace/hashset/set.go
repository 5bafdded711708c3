package hashset

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// ErrFull is the error for more records than a set can number, or than its limit of memory allows.
var ErrFull = errors.New("the set is full")

// Set is a set of records. It belongs to one goroutine.
type Set struct {
	blocks blocks
	table  []byte // entries of entrySize bytes, and some bytes so that the last can be read as a word
	places int    // the number of entries
	reader *Reader
}

const (
	entrySize   = 5
	firstPlaces = 1 << 6
	maxRecords  = 1<<32 - 2
)

// New returns an empty set of records with the given number of words, of which only the given number of bytes are stored. A limit
// of 0 means no limit.
func New(words, bytes int, limit int64) *Set {
	s := &Set{blocks: blocks{words: words, size: bytes, limit: limit}}
	s.reader = s.NewReader()
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
func (s *Set) Load(number int, record []uint64) error { return s.reader.Load(number, record) }

// Add returns the number of a record, and whether it is new.
func (s *Set) Add(record []uint64) (number int, added bool, err error) {
	return s.AddHashed(record, Hash(record))
}

// AddHashed is Add for a record whose hash is known.
func (s *Set) AddHashed(record []uint64, h uint64) (number int, added bool, err error) {
	if 5*(s.Len()+1) > 4*s.places {
		if err := s.grow(); err != nil {
			return 0, false, err
		}
	}
	place, number, err := s.reader.find(h, record)
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
	_, number, err := s.reader.find(Hash(record), record)
	return number, err
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
	record := make([]uint64, s.blocks.words)
	for number := range s.Len() {
		if err := s.reader.Load(number, record); err != nil {
			return err
		}
		h := Hash(record)
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

// Hash mixes the words of a record.
func Hash(record []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range record {
		high, low := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = high ^ low ^ bits.RotateLeft64(w, 29)
	}
	high, low := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return high ^ low
}
