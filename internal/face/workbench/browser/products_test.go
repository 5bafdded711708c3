package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// bank is a product line with four products, of which those with many accounts break the invariant.
const bank = `system Bank
feature SA, MA, Logging
features valid when (SA or MA) and not (SA and MA)
input deposit(n: 1..100)
output total(n: int)
output log(n: int)
var single: int = 0, many: int = 0, last: int = 0
invariant small: many < 150
initial idle
put: idle -> busy for SA in deposit(last) do single := single + last
split: idle -> busy for MA in deposit(last) do many := many + last
write: busy -> done for Logging out log(last)
skip: busy -> done for not Logging
answer: done -> idle out total(if SA then single else many)
`

// What a product line covers, finds and tests is shown with the formula of the products for which it holds.
func TestProducts(t *testing.T) {
	d := newTab(t)
	name := filepath.Join(t.TempDir(), "bank.sxt")
	if err := os.WriteFile(name, []byte(bank), 0o600); err != nil {
		t.Fatal(err)
	}
	explored := "file://" + d.report([]string{"explore", name, "--depth", "5"})
	d.navigate(explored + "#/overview")
	d.waitText("table.products td", "not Logging (2 products)")
	d.waitText(".notice.bad", "small does not hold")
	d.waitText(".notice.bad", "for at least MA (2 products)")
	d.checkAccess()
	d.navigate(explored + "#/tests")
	d.waitText("[aria-label=Test]", "at least MA (2 products)")
	d.checkAccess()
	d.navigate(explored + "#/model")
	d.wait("document.querySelectorAll('g.edge[role=button]').length >= 5")
	d.eval("[...document.querySelectorAll('g.edge[role=button]')].find(e => e.textContent.includes('split')).dispatchEvent(new MouseEvent('click', {bubbles: true})); true")
	d.waitText("[aria-label=Details]", "for MA (2 products)")
	generated := "file://" + d.report([]string{"generate", name})
	d.navigate(generated + "#/overview")
	d.waitText("[aria-label='Proposed products'] li", "{SA, Logging}")
	d.waitText("[aria-label='Proposed products']", "2 products to cover every transition")
	d.navigate(generated + "#/tests")
	d.waitText("[aria-label=Tests] .formula", "MA and not Logging")
	d.waitText("[aria-label=Test]", "SA and Logging (1 product)")
	d.checkAccess()
}

// A failing run says which products were possible before the failing step, and not that these fail.
func TestProductsOfFailure(t *testing.T) {
	d := newTab(t)
	possible := &result.Products{Formula: "SA", Count: 2, Exact: true}
	document := &result.Run{Verdict: result.Fail, Products: possible, Failures: []result.Failure{{Verdict: result.Fail, Evidence: "wrong", Products: possible}}}
	file := "file://" + d.write(&result.Record{Summary: result.Summary{Analysis: "run", State: result.RunDone}, Text: "fail", Document: document})
	d.navigate(file + "#/overview")
	d.waitText("dt", "products before the failing step")
	d.waitText("dd", "SA (2 products)")
	d.navigate(file + "#/tests")
	d.waitText("[aria-label=Test]", "products before the failing step SA (2 products)")
}
