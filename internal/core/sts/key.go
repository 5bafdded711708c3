package sts

import (
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// AppendKey appends what identifies a configuration of a system.
func (c *Config) AppendKey(b []byte) []byte {
	for _, l := range c.Locations {
		b = strconv.AppendInt(append(b, '@'), int64(l), 36)
	}
	for _, q := range c.Queues {
		b = AppendValues(strconv.AppendInt(append(b, '|'), int64(q.Count), 36), q.Items)
	}
	return AppendValues(b, c.Values)
}

// AppendValues appends values so that lists of different ones differ.
func AppendValues(b []byte, values []term.Value) []byte {
	b = append(b, ':')
	for _, v := range values {
		b = v.AppendKey(b)
	}
	return b
}
