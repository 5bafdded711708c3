package browser

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// picture writes what is shown, in the light and in the dark.
func (d *desk) picture(folder, name string) {
	d.Helper()
	for _, theme := range []string{"light", "dark"} {
		d.dark(theme == "dark")
		time.Sleep(250 * time.Millisecond) // until the page is drawn with the other colours
		data, err := chromedp.Run(d.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			d.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name+"-"+theme+".png"), data, 0o600); err != nil {
			d.Fatal(err)
		}
	}
}

// TestScreenshots makes a picture of every view; "make screenshots" asks for it.
func TestScreenshots(t *testing.T) {
	folder := os.Getenv("SEXTANT_SCREENSHOTS")
	if folder == "" {
		t.Skip("make screenshots makes pictures of every view")
	}
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			d := newTab(t)
			d.do(chromedp.EmulateViewport(1280, 800))
			d.show(s)
			d.picture(folder, s.name)
		})
	}
}
