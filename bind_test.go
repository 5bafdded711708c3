package sextant_test

import (
	"io"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant"
)

//go:generate go run ./cmd/sextant export testdata/alltypes.sxt --format go-bindings --package sextant_test -o alltypes_sxt_test.go
//go:generate go run ./cmd/sextant export testdata/wallet.sxt --format go-bindings --package sextant_test --int big -o wallet_sxt_test.go

// echo answers each input with what it got.
type echo struct {
	send func(AllTypesOutput)
}

func (e *echo) PointInput(in PointInput) error {
	e.send(PointOut(in))
	return nil
}

func (e *echo) Lists(in Lists) error {
	e.send(ListsOut(in))
	return nil
}

func (e *echo) Maps(in Maps) error {
	e.send(MapsOut(in))
	return nil
}

func (e *echo) Maybe(in Maybe) error {
	e.send(MaybeOut{in.X, in.Y})
	return nil
}

func (e *echo) ReplyInput(in ReplyInput) error {
	e.send(Answer{in.R})
	return nil
}

func (e *echo) Silence(Silence) error { return nil }

// Values of all types come to a system as Go values, and go back as the same.
func TestBindings(t *testing.T) {
	model := mustLoad(t, "testdata/alltypes.sxt")
	for _, random := range []bool{false, true} {
		system := NewAllTypes(func(send func(AllTypesOutput)) (AllTypes, error) { return &echo{send}, nil })
		r, err := model.Test(t.Context(), system, sextant.TestOptions{Steps: 300, Random: random, Wait: time.Millisecond})
		if err != nil || r.Verdict != sextant.Pass || r.Inputs < 100 || len(r.Coverage.Covered) != 6 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func mustLoad(t testing.TB, path string) *sextant.Model {
	t.Helper()
	model, err := sextant.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// drops is an echo that loses the tip of a reply.
type drops struct{ echo }

func (d *drops) Maybe(in Maybe) error {
	d.send(MaybeOut{Value: in.X})
	return nil
}

// A difference in a value is found, and the test is short.
func TestBindingsFault(t *testing.T) {
	system := NewAllTypes(func(send func(AllTypesOutput)) (AllTypes, error) { return &drops{echo{send}}, nil })
	r, err := mustLoad(t, "testdata/alltypes.sxt").Test(t.Context(), system, sextant.TestOptions{Steps: 500, Wait: time.Millisecond})
	if err != nil || r.Verdict != sextant.Fail || !strings.Contains(r.Evidence, "the system sent maybe_out(") {
		t.Errorf("%+v, %v", r, err)
	}
}

// wallet adds up what it gets, in a goroutine of its own.
type wallet struct {
	send  func(WalletOutput)
	total *big.Int
	work  sync.WaitGroup
}

func (w *wallet) Pay(in Pay) error {
	w.work.Go(func() {
		w.total = new(big.Int).Add(w.total, in.Amount)
		w.send(Paid{Total: w.total, Shares: in.Shares, Tip: in.Tip})
	})
	return nil
}

func (w *wallet) Close() error {
	w.work.Wait()
	return nil
}

// Integers of any size, and outputs that come later.
func TestConcurrentBindings(t *testing.T) {
	system := NewConcurrentWallet(func(send func(WalletOutput)) (Wallet, error) {
		return &wallet{send: send, total: new(big.Int)}, nil
	})
	r, err := mustLoad(t, "testdata/wallet.sxt").Test(t.Context(), system, sextant.TestOptions{Steps: 100, Wait: 5 * time.Second})
	if err != nil || r.Verdict != sextant.Pass {
		t.Errorf("%+v, %v", r, err)
	}
}

// huge is an input of which the model demands more than an int64 has.
const huge = `system Huge
input pay(amount: int)
output done()
initial s
pay: s -> s in pay(amount) when amount > 9223372036854775807 out done()
`

type amount struct{ N int64 }

// An integer that does not fit is never given to the system as another one, and the test says so.
func TestOverflow(t *testing.T) {
	system := sextant.Bind(sextant.Binding{Start: func(func(sextant.Output)) (sextant.Inputs, io.Closer, error) {
		return sextant.Inputs{"pay": sextant.On(func(a amount) error { t.Errorf("got %d", a.N); return nil })}, nil, nil
	}})
	r, err := mustLoad(t, string(writeModel(t, huge))).Test(t.Context(), system, sextant.TestOptions{Steps: 5, Wait: time.Millisecond})
	if err != nil || r.Inputs > 0 || len(r.Unfit) == 0 || !strings.Contains(r.Unfit[0], "does not fit into the Go type int64") {
		t.Errorf("%+v, %v", r, err)
	}
	rec := &recorder{TB: t}
	sextant.Test(rec, writeModel(t, huge), system, sextant.TestOptions{Steps: 5, Wait: time.Millisecond})
	if len(rec.errors) != 1 || !strings.Contains(rec.errors[0], "--int big") {
		t.Errorf("%q, %q", rec.errors, rec.fatal)
	}
}
