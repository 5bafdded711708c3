package frame

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
)

// Lines is the format of lines: each message is a line, or a block of lines.
type Lines struct {
	End    string // of a line: "\n" or "\r\n"
	Blocks []Block
}

// Block is a message of several lines, recognised by the first one. It ends
//
//   - with the line that fits Last, if there is one;
//   - after a total number of lines, if Lines is not 0;
//   - and otherwise after the bytes that its first line announces.
//
// A group named length in First is the number of arbitrary bytes between the line and the next line end. In a block with Last,
// every line that fits First may announce bytes.
type Block struct {
	First *regexp.Regexp // fits a whole line
	Last  *regexp.Regexp // fits a whole line; nil if there is none
	Lines int
}

// Unit returns the name of a message in errors.
func (l Lines) Unit() string {
	if len(l.Blocks) > 0 {
		return "message"
	}
	return "line"
}

// Encode adds the end of a line.
func (l Lines) Encode(message []byte) ([]byte, error) {
	return slices.Concat(message, []byte(l.End)), nil
}

func (l Lines) scanner() scanner { return &lineScanner{format: l} }

// lineScanner remembers the lines of the message found so far.
type lineScanner struct {
	format Lines
	at     int    // start of the next line
	seen   int    // there is no line end before this index
	count  int    // of the lines so far
	open   *Block // nil before the first line
	raw    bool   // the line starts with announced bytes
}

func (s *lineScanner) scan(data []byte) ([]byte, int, error) {
	for {
		if s.seen >= len(data) {
			return nil, 0, nil
		}
		n := bytes.IndexByte(data[s.seen:], '\n')
		if n < 0 {
			s.seen = len(data)
			return nil, 0, nil
		}
		stop, next := s.seen+n, s.seen+n+1
		if s.format.End == "\r\n" && stop > s.at && data[stop-1] == '\r' {
			stop--
		}
		over, announced, err := s.line(data[s.at:stop])
		if err != nil {
			return nil, 0, err
		}
		if over {
			*s = lineScanner{format: s.format}
			return data[:stop], next, nil
		}
		s.at, s.seen = next, next+announced
	}
}

// line processes a line; it reports whether it is the last line of the message, or the number of bytes that it announces.
func (s *lineScanner) line(line []byte) (over bool, announced int, err error) {
	raw := s.raw
	s.count++
	s.raw = false
	if s.open == nil {
		if s.open = s.format.block(line); s.open == nil {
			return true, 0, nil
		}
	}
	if !raw {
		announced, s.raw, err = s.open.announced(line)
	}
	return err == nil && !s.raw && s.ends(line, raw), announced, err
}

// ends reports whether a line that announces no bytes ends the block.
func (s *lineScanner) ends(line []byte, raw bool) bool {
	switch b := s.open; {
	case b.Last != nil:
		return !raw && s.count > 1 && b.Last.Match(line)
	case b.Lines > 0:
		return s.count >= b.Lines
	}
	return true
}

// block returns the block that a line starts; nil if the line is a message.
func (l Lines) block(line []byte) *Block {
	for i := range l.Blocks {
		if l.Blocks[i].First.Match(line) {
			return &l.Blocks[i]
		}
	}
	return nil
}

// announced returns the number of bytes that a line announces; false means that it announces none.
func (b *Block) announced(line []byte) (int, bool, error) {
	group := b.First.SubexpIndex("length")
	if group < 0 {
		return 0, false, nil
	}
	found := b.First.FindSubmatch(line)
	if found == nil {
		return 0, false, nil
	}
	n, err := strconv.ParseUint(string(found[group]), 10, 64)
	if err != nil || n > MaxMessage {
		return 0, false, &Malformed{"the line " + strconv.Quote(string(line[:min(len(line), 200)])) + " announces too many bytes"}
	}
	return int(n), true, nil
}
