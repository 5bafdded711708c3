package browser

import "testing"

// The ledger of a product line is a tree of calls, with the answers above it; the predicates of a proof open.
func TestLedger(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.report([]string{"family", "bank/bank.sxt", "--property", "linear"}) + "#/ledger")
	d.wait("document.querySelectorAll('tr.answer').length === 2 && document.querySelectorAll('li.entry').length === 3")
	d.wait("document.querySelectorAll('li.entry.proved').length === 2 && !document.querySelector('.predicates')")
	d.waitText("li.entry.spurious", "checkMA, list, account")
	d.button("▸")
	d.wait("document.querySelectorAll('.predicates li').length > 0")
	d.checkAccess()
}

// A violation is shown by its run, in the page of the server as well.
func TestLedgerOfServer(t *testing.T) {
	d := newDesk(t, "bank")
	d.open("runs", d.run("family", "bank/terminal.sxt", options{}), "ledger")
	d.wait("document.querySelectorAll('tr.answer').length === 2")
	d.waitText(".sequence", "exchange(")
	d.checkAccess()
}
