package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// open goes to a view of the server by the parts of its address.
func (d *desk) open(parts ...string) {
	d.Helper()
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	d.navigate(d.address + "/#/" + strings.Join(parts, "/"))
}

// navigate goes to an address. Another part of the same page is another view, too.
func (d *desk) navigate(address string) {
	d.Helper()
	here, err := chromedp.Run(d.ctx, chromedp.Location())
	before, _, _ := strings.Cut(here, "#")
	after, _, _ := strings.Cut(address, "#")
	if err == nil && before == after {
		d.eval(fmt.Sprintf("location.href = %s; true", quote(address)))
		return
	}
	if err := chromedp.Do(d.ctx, chromedp.Navigate(address)); err != nil {
		d.Fatalf("%s: %v", address, err)
	}
}

func quote(text string) string {
	data, _ := json.Marshal(text) // a string is always encoded
	return string(data)
}

// eval runs a script in the page.
func (d *desk) eval(script string) any {
	d.Helper()
	v, err := chromedp.Run(d.ctx, chromedp.Evaluate[any](script, chromedp.EvalAwaitPromise))
	if err != nil {
		d.Fatalf("%s: %v", script, err)
	}
	return v
}

// text evaluates a script whose result is a text.
func (d *desk) text(script string) string {
	d.Helper()
	s, ok := d.eval(script).(string)
	if !ok {
		d.Fatalf("%s is not a text", script)
	}
	return s
}

// wait waits until a condition of the page holds.
func (d *desk) wait(condition string) {
	d.Helper()
	poll := chromedp.Poll[bool]("Boolean("+condition+")", chromedp.WithPollingInterval(30e6), chromedp.WithPollingTimeout(patience))
	if _, err := chromedp.Run(d.ctx, poll); err != nil {
		shown, _ := chromedp.Run(d.ctx, chromedp.Evaluate[string]("document.body.innerText.slice(0, 3000)"))
		d.Fatalf("waited for %s: %v\nthe page shows:\n%s", condition, err, shown)
	}
}

// waitText waits until an element shows a text.
func (d *desk) waitText(selector, text string) {
	d.Helper()
	d.wait(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.textContent.includes(%s))", quote(selector), quote(text)))
}

// click clicks the first element that is found.
func (d *desk) click(selector string) {
	d.Helper()
	d.wait(fmt.Sprintf("document.querySelector(%s)", quote(selector)))
	d.do(chromedp.Click(chromedp.CSS(selector)))
}

// focus gives an element the focus, again if it loses it within ten looks: a picture that is drawn once more has new elements.
func (d *desk) focus(selector string) {
	d.Helper()
	d.wait(fmt.Sprintf(`(() => {
		const e = document.querySelector(%s)
		window.held = e && document.activeElement === e ? (window.held || 0) + 1 : 0
		if (window.held === 0) e?.focus()
		return window.held > 10 })()`, quote(selector)))
}

// button clicks the button with a text.
func (d *desk) button(text string) {
	d.Helper()
	find := fmt.Sprintf("[...document.querySelectorAll('button, a.button')].find(b => b.textContent.trim() === %s && !b.disabled)", quote(text))
	d.wait(find)
	d.eval(find + ".click(); true")
}

// choose sets a select element, as a user does.
func (d *desk) choose(selector, value string) {
	d.Helper()
	d.fill(selector, value, "change")
}

// typeIn sets an input element, as a user does.
func (d *desk) typeIn(selector, value string) {
	d.Helper()
	d.fill(selector, value, "input")
}

func (d *desk) fill(selector, value, event string) {
	d.Helper()
	d.wait(fmt.Sprintf("document.querySelector(%s)", quote(selector)))
	d.eval(fmt.Sprintf("{ const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event(%s, {bubbles: true})) } true",
		quote(selector), quote(value), quote(event)))
}

func (d *desk) do(actions ...chromedp.Action[chromedp.Void]) {
	d.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		d.Fatal(err)
	}
}

// insert types a text where the focus is.
func (d *desk) insert(text string) {
	d.Helper()
	_, err := chromedp.Call(d.ctx, input.InsertText, input.InsertTextParams{Text: text})
	if err != nil {
		d.Fatal(err)
	}
}

// paper shows the page as it is printed, or on the screen again.
func (d *desk) paper(print bool) {
	d.Helper()
	media := emulation.SetEmulatedMediaParams{}
	if print {
		media.Media = "print"
	}
	if _, err := chromedp.Call(d.ctx, emulation.SetEmulatedMedia, media); err != nil {
		d.Fatal(err)
	}
}

// tabTo presses the tab key until an element has the focus, which must be seen; parts of a graph have thicker lines instead of an outline.
func (d *desk) tabTo(selector string) {
	d.Helper()
	d.wait(fmt.Sprintf("document.querySelector(%s)", quote(selector)))
	for range 150 {
		d.do(chromedp.KeyEvent(kb.Tab))
		if d.eval(fmt.Sprintf("document.activeElement.matches(%s)", quote(selector))) != true {
			continue
		}
		if d.eval("document.activeElement.tagName !== 'g' && getComputedStyle(document.activeElement).outlineStyle === 'none'") == true {
			d.Errorf("%s has the focus, and nothing shows it", selector)
		}
		return
	}
	d.Fatalf("the tab key does not come to %s", selector)
}

// dark sets what the system of the user prefers.
func (d *desk) dark(dark bool) {
	d.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	_, err := chromedp.Call(d.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}}})
	if err != nil && !errors.Is(err, context.Canceled) {
		d.Fatal(err)
	}
}
