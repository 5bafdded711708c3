package concolic

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// Configurations of runs. A model with a thousand variables has a thousand words in every configuration, many configurations are stored, and
// the steps from one to the next change few words. So the words are kept in pages, the pages in groups, and a run shares those that are
// unchanged since the run that it prolongs.

// The size of a page in words, and that of a group in pages and in words.
const (
	pageWords  = 8
	groupPages = 8
	groupWords = groupPages * pageWords
)

type (
	page  [pageWords]int64
	group [groupPages]*page
)

// pages is a configuration. It is not changed once made.
type pages struct {
	groups []*group // the last one may have less than groupPages
	words  int
	large  *sts.Config // as in flat.Config
}

// paged returns a configuration in pages, sharing pages equal to those of another one, which may be empty.
func paged(c flat.Config, like *pages) pages {
	out := pages{groups: make([]*group, (len(c.Words)+groupWords-1)/groupWords), words: len(c.Words), large: c.Large}
	for i := range out.groups {
		var shared *group
		if i < len(like.groups) {
			shared = like.groups[i]
		}
		out.groups[i] = grouped(c.Words[i*groupWords:min((i+1)*groupWords, len(c.Words))], shared)
	}
	return out
}

// grouped returns words as a group, sharing pages equal to those of another one, which may be nil.
func grouped(words []int64, like *group) *group {
	if like == nil {
		like = new(group)
	}
	out := *like
	for i := 0; i*pageWords < len(words); i++ {
		some := words[i*pageWords : min((i+1)*pageWords, len(words))]
		if out[i] == nil || !slices.Equal(out[i][:len(some)], some) {
			out[i] = new(page)
			copy(out[i][:], some)
		}
	}
	if out == *like {
		return like
	}
	changed := new(group) // and not out itself, which would be allocated each time
	*changed = out
	return changed
}

// word returns a word of the configuration.
func (p *pages) word(i int) int64 { return p.groups[i/groupWords][i/pageWords%groupPages][i%pageWords] }

// config returns the configuration with its words in a row, which is appended to a buffer.
func (p *pages) config(buffer []int64) flat.Config {
	end := len(buffer) + p.words
	buffer = slices.Grow(buffer, p.words+pageWords)
	for _, g := range p.groups {
		for _, q := range g {
			if q != nil {
				buffer = append(buffer, q[:]...)
			}
		}
	}
	return flat.Config{Words: buffer[:end], Large: p.large}
}

// equal reports whether another configuration is the same.
func (p *pages) equal(c flat.Config) bool {
	if len(c.Words) != p.words || (c.Large == nil) != (p.large == nil) {
		return false
	}
	for i, g := range p.groups {
		if grouped(c.Words[i*groupWords:min((i+1)*groupWords, len(c.Words))], g) != g {
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
