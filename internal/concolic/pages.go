package concolic

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/flat"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Configurations of runs. A model with a thousand variables has a thousand words in every configuration, many configurations are
// stored, and the steps from one to the next change few words. So the words are kept in pages, and a run shares those that are as
// in the run that it prolongs.

// pageWords is the number of words of a page.
const pageWords = 16

type page [pageWords]int64

// pages is a configuration. It is not changed once made.
type pages struct {
	list  []*page
	words int
	large *sts.Config // as in flat.Config
}

// paged returns a configuration in pages, sharing those that are as in another one, which may be empty.
func paged(c flat.Config, like *pages) pages {
	out := pages{list: make([]*page, (len(c.Words)+pageWords-1)/pageWords), words: len(c.Words), large: c.Large}
	for i := range out.list {
		words := c.Words[i*pageWords : min((i+1)*pageWords, len(c.Words))]
		if i < len(like.list) && slices.Equal(like.list[i][:len(words)], words) {
			out.list[i] = like.list[i]
			continue
		}
		out.list[i] = new(page)
		copy(out.list[i][:], words)
	}
	return out
}

// word returns a word of the configuration.
func (p *pages) word(i int) int64 { return p.list[i/pageWords][i%pageWords] }

// config returns the configuration with its words in a row, which is appended to a buffer.
func (p *pages) config(buffer []int64) flat.Config {
	buffer = slices.Grow(buffer, len(p.list)*pageWords)
	for _, q := range p.list {
		buffer = append(buffer, q[:]...)
	}
	return flat.Config{Words: buffer[:len(buffer)-len(p.list)*pageWords+p.words], Large: p.large}
}

// equal reports whether another configuration is the same.
func (p *pages) equal(c flat.Config) bool {
	if len(c.Words) != p.words || (c.Large == nil) != (p.large == nil) {
		return false
	}
	for i, q := range p.list {
		words := c.Words[i*pageWords : min((i+1)*pageWords, len(c.Words))]
		if !slices.Equal(q[:len(words)], words) {
			return false
		}
	}
	return p.large == nil || p.large.Equal(c.Large)
}

// mix returns a hash of some words, counted from an offset.
func (p *pages) mix(offset int, indices []int) uint64 {
	h := uint64(0)
	for _, i := range indices {
		h = trail.Mix(h, uint64(p.word(offset+i)))
	}
	return h
}
