package tester

import (
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Growth: systems have limits that their models do not mention, such as a full buffer, and data structures that change when they grow. A
// random walk rarely reaches them, since it removes elements about as often as it adds them. So if a model has collections, some
// episodes make them grow: inputs that added elements are sent often, inputs that removed elements rarely, and in the last part of the
// episode the other way round, since lost or wrong elements may show only then. The effect of an input is computed from the states
// before and after it.

// long has the lengths of episodes that make collections grow.
var long = []int{100, 300, 300, 600}

// maxGrowth is the maximum share of such episodes in the inputs, beyond which none is started.
const maxGrowth = 0.3

// The weights of inputs in such an episode, by their effect.
const (
	wantedWeight  = 10
	neutralWeight = 0.5
	opposedWeight = 0.02
)

// growth estimates how inputs change the number of elements.
type growth struct {
	possible bool // the model has collections
	effects  map[*sts.Move]float64
	last     *sts.Move // the input before
	before   int       // the number of elements before it; -1 if unknown
	spent    int       // inputs of episodes that make collections grow
	length   int       // of the episode
}

func newGrowth(s *sts.System) growth {
	return growth{possible: s.HasCollections(), effects: map[*sts.Move]float64{}, before: -1}
}

// sizeOf returns the number of elements of all collections in a state; -1 if the state is unknown.
func sizeOf(s *sts.System, c *sts.Config) int {
	if c == nil {
		return -1
	}
	n := 0
	for i, v := range c.Values {
		if sort := s.Slots[i].Sort; sort.IsCollection() {
			n += len(v.Items()) / len(sort.Parts)
		}
	}
	return n
}

// note learns from the state after the last input. Later effects count more: an input may make a full collection smaller, and others larger.
func (g *growth) note(size int) {
	if g.last != nil && size >= 0 && g.before >= 0 {
		g.effects[g.last] = 0.7*g.effects[g.last] + 0.3*float64(size-g.before)
	}
	g.last, g.before = nil, size
}

// weight returns the weight of an input, given the number of remaining inputs of the episode.
func (g *growth) weight(m *sts.Move, left int) float64 {
	effect := g.effects[m]
	if 3*left < g.length {
		effect = -effect
	}
	switch {
	case effect > 0.05:
		return wantedWeight
	case effect < -0.05:
		return opposedWeight
	}
	return neutralWeight
}

// due reports whether it is time for an episode that makes collections grow, and draws its length.
func (g *growth) due(sent int, random *rand.Rand) bool {
	if !g.possible || float64(g.spent) > maxGrowth*float64(sent) || random.IntN(4) > 0 {
		return false
	}
	g.length = long[random.IntN(len(long))]
	g.spent += g.length
	return true
}
