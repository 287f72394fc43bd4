package commands

import (
	"strings"
	"testing"
)

// TestRedact: no log has a private message, however it is typed; other commands are logged whole.
func TestRedact(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"/msg bob the key lies here", "/msg ..."}, {"msg bob the key lies here", "msg ..."}, {"/MSG bob the key lies here", "/MSG ..."}, {"/w bob the key", "/w ..."},
		{"/r the key", "/r ..."}, {"/tell \"bob the key\" x", "/tell ..."}, {"  /msg   bob the key", "/msg ..."}, {"/msg", "/msg"}, {"/mgs bob the key", "/mgs ..."}, {"/ msg bob the key", "/ ..."},
		{"/msg the key", "/msg ..."}, {"/msg bob the key\x01", "/msg ..."}, {"/msg bob the key" + strings.Repeat("x", LineMax), "/msg ..."},
		{"ban bob 2h the reason", "ban bob 2h the reason"}, {"/list", "/list"}, {"say the tide comes", "say the tide comes"}, {"", ""},
	} {
		if got := Redact(c.line); got != c.want || strings.Contains(got, "key") {
			t.Errorf("%.60q is logged as %.60q, not %q", c.line, got, c.want)
		}
	}
}
