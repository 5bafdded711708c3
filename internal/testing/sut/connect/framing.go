package connect

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// isLines reports whether a rule, which may be left out, is about lines.
func (r *frameRule) isLines() bool {
	return r == nil || r.Size == 0 && r.Delimiter == nil && r.Length == ""
}

// lengths are the formats of the length before a message.
var lengths = map[string]frame.Prefixed{
	"u8":      {Width: 1},
	"u16":     {Width: 2, Order: binary.BigEndian},
	"u32":     {Width: 4, Order: binary.BigEndian},
	"u64":     {Width: 8, Order: binary.BigEndian},
	"u16le":   {Width: 2, Order: binary.LittleEndian},
	"u32le":   {Width: 4, Order: binary.LittleEndian},
	"u64le":   {Width: 8, Order: binary.LittleEndian},
	"decimal": {},
}

// bindFrame checks the rule by which a stream is split into messages.
func (d binder) bindFrame(out *binding) error {
	rule := d.Frame
	switch {
	case !d.kind.isStream() && d.End != nil:
		return d.errorf("end", "only exec, tcp, tls and unix have lines")
	case !d.kind.isStream() && rule != nil:
		return d.errorf("frame", "messages of %s have their own frames: leave it out", d.kind)
	case !rule.isLines() && d.End != nil:
		return d.errorf("end", "messages are not lines here: leave it out")
	}
	if rule == nil {
		rule = &frameRule{}
	}
	if err := d.checkFrame(rule); err != nil {
		return err
	}
	var err error
	switch {
	case rule.Size > 0:
		out.format = frame.Fixed{Size: rule.Size}
	case rule.Delimiter != nil:
		out.format, err = d.delimited(*rule.Delimiter)
	case rule.Length != "":
		out.format, err = d.prefixed(rule)
	default:
		out.format, err = d.lines(rule)
	}
	return err
}

// checkFrame checks that there is one way to find messages, and no meaningless key.
func (d binder) checkFrame(rule *frameRule) error {
	ways := 0
	for _, given := range []bool{rule.Size != 0, rule.Delimiter != nil, rule.Length != "", rule.Blocks != nil} {
		if given {
			ways++
		}
	}
	switch {
	case ways > 1:
		return d.errorf("frame", "there is more than one of size, delimiter, length and blocks: leave only one")
	case rule.Size < 0 || rule.Size > frame.MaxMessage:
		return d.errorf("frame.size", "write a number of bytes from 1 to %d", frame.MaxMessage)
	case rule.Length == "" && (rule.Trailer != "" || rule.Inclusive || rule.Separator != nil):
		return d.errorf("frame", "trailer, inclusive and separator belong to a length: write length")
	}
	return nil
}

func (d binder) delimited(text string) (frame.Format, error) {
	delimiter, err := d.Encoding.Encode(text)
	switch {
	case err != nil:
		return nil, d.errorf("frame.delimiter", "%w", err)
	case len(delimiter) == 0:
		return nil, d.errorf("frame.delimiter", "it is empty: write what follows each message, as in %q", "\x00")
	}
	return frame.Delimited{Delimiter: delimiter}, nil
}

func (d binder) prefixed(rule *frameRule) (frame.Format, error) {
	p, ok := lengths[rule.Length]
	switch {
	case !ok:
		return nil, d.errorf("frame.length", "%q is not a length: write one of %s", rule.Length, strings.Join(slices.Sorted(maps.Keys(lengths)), ", "))
	case p.Width == 0 && (rule.Separator == nil || *rule.Separator == "" || strings.ContainsAny((*rule.Separator)[:1], "0123456789")):
		return nil, d.errorf("frame", "a decimal length needs a separator after it that does not begin with a digit: write separator = \":\"")
	case p.Width != 0 && rule.Separator != nil:
		return nil, d.errorf("frame.separator", "only a decimal length has a separator")
	case p.Width == 0 && rule.Inclusive:
		return nil, d.errorf("frame.inclusive", "a decimal length does not count its own digits")
	}
	trailer, err := d.Encoding.Encode(rule.Trailer)
	if err != nil {
		return nil, d.errorf("frame.trailer", "%w", err)
	}
	p.Inclusive, p.Trailer = rule.Inclusive, string(trailer)
	if rule.Separator != nil {
		p.Separator = *rule.Separator
	}
	return p, nil
}

func (d binder) lines(rule *frameRule) (frame.Format, error) {
	out := frame.Lines{End: "\n"}
	if d.End != nil {
		out.End = *d.End
	}
	for i, b := range rule.Blocks {
		key := fmt.Sprintf("frame.blocks[%d]", i)
		if b.First == nil {
			return nil, d.errorf(key, "write first, a pattern for the first line")
		}
		block := frame.Block{First: b.First.Compiled(), Lines: b.Lines}
		announces := block.First.SubexpIndex("length") >= 0
		if b.Last != nil {
			block.Last = b.Last.Compiled()
		}
		switch {
		case b.Last != nil && b.Lines != 0:
			return nil, d.errorf(key, "there are both last and lines: keep one")
		case b.Lines < 0:
			return nil, d.errorf(key+".lines", "write the number of lines in all")
		case b.Last == nil && b.Lines == 0 && !announces:
			return nil, d.errorf(key, "the end of the message is not defined: write last, a pattern for the last line, or lines, their number, or a group (?P<length>\\d+) in first")
		}
		out.Blocks = append(out.Blocks, block)
	}
	return out, nil
}
