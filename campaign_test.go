package sextant_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant"
)

// station answers after a random time, sometimes with an error.
type station struct {
	random *rand.Rand
	errors float64
	due    time.Time
}

func (s *station) Reset(context.Context) error { s.due = time.Time{}; return nil }

func (s *station) Send(context.Context, sextant.Message) error {
	s.due = time.Now().Add(time.Duration(s.random.ExpFloat64() * float64(time.Minute)))
	return nil
}

func (s *station) Receive(_ context.Context, wait time.Duration) (sextant.Message, bool, error) {
	if left := time.Until(s.due); s.due.IsZero() || left > wait {
		time.Sleep(wait)
		return sextant.Message{}, false, nil
	} else {
		time.Sleep(left)
	}
	s.due = time.Time{}
	if s.random.Float64() < s.errors {
		return sextant.Message{Channel: "err"}, true, nil
	}
	return sextant.Message{Channel: "ack"}, true, nil
}

// Hours of waiting pass in no time, and wrong frequencies are found.
func TestCampaign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "protocol.sxt")
	text := "system Protocol\ninput send()\noutput ack()\noutput err()\ninitial idle\nrequest: idle -> working in send()\n" +
		"work: working -> ready rate 1\nreply: ready -> { 9/10: idle out ack(); 1/10: idle out err() }\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	model, err := sextant.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for errors, want := range map[float64]sextant.Chance{0.1: sextant.ChancePass, 0.3: sextant.ChanceFail} {
		synctest.Test(t, func(t *testing.T) {
			options := sextant.CampaignOptions{Repeat: 200, Length: 4}
			options.TimeUnit = time.Minute
			r, err := model.Campaign(t.Context(), &station{random: rand.New(rand.NewPCG(3, 3)), errors: errors}, options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Functional != sextant.Pass || r.Probabilistic != want || r.Runs != 200 {
				t.Errorf("%v errors: %s, %s after %d runs: %s", errors, r.Functional, r.Probabilistic, r.Runs, r.Evidence)
			}
			if _, err := r.JSON(); err != nil {
				t.Error(err)
			}
		})
	}
}
