package browser_test

import (
	"testing"

	"voxtide/internal/browser"
)

// A test that opens a page and looks at it.
func Example() {
	_ = func(t *testing.T) {
		b := browser.Open(t, "800", "600")
		b.Call("Page.navigate", map[string]any{"url": "data:text/html,<title>hello</title>"}, nil)
		b.Until("the page has come", "document.title === 'hello'")
	}
}
