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

	touched byte // has no meaning: it makes the compiler keep reads that are done early
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
	if err := s.haveRoom(); err != nil {
		return 0, false, err
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

// AddNew adds a record that the set does not have.
func (s *Set) AddNew(record []uint64) error {
	if err := s.haveRoom(); err != nil {
		return err
	}
	h := Hash(record)
	number := s.Len()
	if err := s.blocks.add(record); err != nil {
		return err
	}
	s.setEntry(s.free(h), number, h)
	return s.makeRoom()
}

// free returns the first free place for a hash.
func (s *Set) free(h uint64) int {
	place := s.first(h)
	for uint32(binary.LittleEndian.Uint64(s.table[place*entrySize:])) != 0 {
		if place++; place == s.places {
			place = 0
		}
	}
	return place
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

// haveRoom makes a larger table if there is no room for another record. A table that is four fifths full grows by half; with a limit of memory of which
// the table may take three quarters, the last table is as large as that allows, and is filled further, which makes it slower.
func (s *Set) haveRoom() error {
	if 5*(s.Len()+1) <= 4*s.places {
		return nil
	}
	places, most := s.places+s.places/2, maxRecords
	if limit := s.blocks.limit; limit > 0 {
		most = int(limit * 3 / 4 / entrySize)
	}
	switch {
	case s.Len() >= maxRecords:
		return ErrFull
	case s.places < most:
		return s.grow(min(places, most))
	case 16*(s.Len()+1) > 15*s.places:
		return ErrFull
	}
	return nil
}

// grow makes a larger table.
func (s *Set) grow(places int) error {
	s.clearTable(places)
	if err := s.makeRoom(); err != nil {
		return err
	}
	return s.rebuild()
}

// rebuiltAtOnce is the number of records whose entries are made together: the processor then waits for several places of the table at once.
const rebuiltAtOnce = 64

// rebuild makes the entries of all records in a table that is empty.
func (s *Set) rebuild() error {
	record, hashes := make([]uint64, s.blocks.words), make([]uint64, 0, rebuiltAtOnce)
	for number := 0; number < s.Len(); number += len(hashes) {
		hashes = hashes[:0]
		touched := byte(0)
		for i := number; i < min(number+rebuiltAtOnce, s.Len()); i++ {
			if err := s.reader.Load(i, record); err != nil {
				return err
			}
			h := Hash(record)
			hashes, touched = append(hashes, h), touched|s.table[s.first(h)*entrySize]
		}
		s.touched = touched
		for i, h := range hashes {
			s.setEntry(s.free(h), number+i, h)
		}
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
