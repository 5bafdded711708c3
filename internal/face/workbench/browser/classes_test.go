package browser

import "testing"

// The classes of runs are a table: a row opens to the run of its class, and the other combinations are counted.
func TestClasses(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.report([]string{"classes", "marriage/marriage.sxt", "--steps", "2"}) + "#/classes")
	d.wait("document.querySelectorAll('tr.class').length === 3 && !document.querySelector('tr.run')")
	d.waitText("dd.impossible", "5")
	d.wait("document.querySelector('dd.open').textContent === '0'")
	d.wait("document.querySelectorAll('.impossible-values tbody tr').length === 5")
	d.button("▸")
	d.wait("document.querySelectorAll('tr.run').length === 1 && document.querySelector('.toggle').getAttribute('aria-expanded') === 'true'")
	d.waitText("tr.run .sequence", "marry(")
	d.button("Show all runs")
	d.wait("document.querySelectorAll('tr.run').length === 3")
	d.checkAccess()
	d.button("Hide all runs")
	d.wait("!document.querySelector('tr.run')")
}

// A search for classes that ended early says that the other combinations are open.
func TestOpenClasses(t *testing.T) {
	d := newTab(t)
	d.navigate("file://" + d.report([]string{"classes", "light/classes.sxt", "--limit", "1"}) + "#/classes")
	d.waitText("[aria-label=Combinations] .notice.doubtful", "Not all classes are known")
	d.wait("document.querySelectorAll('tr.class').length === 1 && !document.querySelector('.impossible-values')")
	d.wait("document.querySelector('dd.open').textContent !== '0'")
}

// The server divides runs as the command does, and shows the same table.
func TestClassesOfServer(t *testing.T) {
	d := newDesk(t, "marriage")
	d.open("runs", d.run("classes", "marriage/marriage.sxt", options{"steps": {"2"}}), "classes")
	d.wait("document.querySelectorAll('tr.class').length === 3")
	d.waitText("dd.impossible", "5")
	d.checkAccess()
}
