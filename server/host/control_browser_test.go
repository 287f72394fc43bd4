//go:build browser

package host

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"voxtide/internal/browser"
)

// fillSamples makes the samples of an hour for graphs.
func (h *Host) fillSamples() {
	v := h.sums()
	for i := range 360 {
		v.At, v.Steps, v.StepSum = v.At+10*time.Second, v.Steps+600, v.StepSum+time.Duration(600*(1200+i%17*100))*time.Microsecond
		v.Players, v.Memory, v.Sent = 3+i/30+i%5, uint64(120+i/6)<<20, v.Sent+uint64(10*(60_000+3000*(i%40)))
		h.samples.Add(v, time.Now().Add(time.Duration(i-360)*10*time.Second))
	}
}

// TestAdminInBrowser: in a real browser somebody logs in with a token, sees who plays and what happens, gives commands, kicks and bans by
// buttons, and cannot do more than the token may; a wrong token stays outside. What players write stays text.
func TestAdminInBrowser(t *testing.T) {
	h, at := openHost(t, filepath.Join(t.TempDir(), "harbour"), func(c *Config) { c.Rules.MOTD, c.Version = "Welcome to the harbour", "v1.4.0" })
	defer h.Close("over")
	url, secret, ask := doorOf(t, h, "moderator", "console")
	for _, name := range []string{"ann", "bob", "eve"} {
		playing(t, join(t, name, at))
	}
	h.fillSamples()
	ask("console", "POST", "/v1/command", command("backup"))
	ask("console", "POST", "/v1/command", command("say <img src=x onerror=alert(1)>"))
	b := browser.Open(t, "1280", "800")
	b.Call("Page.navigate", map[string]any{"url": url + "/admin"}, nil)
	b.Until("there is a login", `document.getElementById("enter") && !document.getElementById("login").hidden`)
	b.Shot("admin-login")
	login := func(token string) {
		b.Eval(fmt.Sprintf(`document.getElementById("secret").value = %q; document.getElementById("enter").requestSubmit()`, token), nil)
	}
	login("vxt_wrong")
	b.Until("a wrong token is refused", `document.getElementById("why").textContent.includes("no such token")`)
	login(secret["console"])
	b.Until("the overview has figures", `document.querySelectorAll(".tile").length === 8 && document.getElementById("health").textContent === "all is well"`)
	b.Until("the graphs have curves", `document.querySelectorAll("polyline").length === 4`)
	b.Until("what happened is there", `document.querySelectorAll("#feed .join").length === 3`)
	b.Until("what players write is text", `[...document.querySelectorAll("#feed .chat span")].some(e => e.textContent.includes("<img src=x")) && !document.querySelector("#feed img")`)
	b.Shot("admin-overview")
	tab := func(name string) { b.Eval(fmt.Sprintf(`document.querySelector("[data-tab=%s]").click()`, name), nil) }
	tab("players")
	b.Until("the players are there", `document.querySelectorAll("#rows tr").length === 3 && document.getElementById("rows").textContent.includes("127.0.0.1")`)
	b.Shot("admin-players")
	b.Eval(`[...document.querySelectorAll("#rows tr")].find(r => r.textContent.includes("eve")).querySelectorAll("button")[2].click(); document.getElementById("askwhy").value = "griefing"; document.getElementById("askyes").click()`, nil)
	b.Until("eve is sent away", `document.querySelectorAll("#rows tr").length === 2`)
	tab("bans")
	b.Until("the ban is listed", `document.getElementById("banrows").textContent.includes("griefing") && document.getElementById("banrows").textContent.includes("token:t-console")`)
	b.Shot("admin-bans")
	tab("backups")
	b.Until("the backup is in order", `document.getElementById("backuprows").textContent.includes("in order")`)
	b.Shot("admin-backups")
	tab("console")
	for _, line := range []string{"list", "help warn", "warn ann <b>be nice</b>", "status", "dance"} {
		b.Eval(fmt.Sprintf(`document.getElementById("line").value = %q; document.getElementById("give").requestSubmit()`, line), nil)
		b.Until(line+" is answered", `document.getElementById("out").lastChild && !document.getElementById("out").lastChild.classList.contains("given")`)
	}
	b.Until("the answers are there", `document.getElementById("out").textContent.includes("ann is warned: <b>be nice") && document.getElementById("out").textContent.includes("there is no command")`)
	b.Eval(`document.getElementById("line").focus(); document.getElementById("line").value = "un"`, nil)
	b.Key("Tab", 9)
	b.Until("Tab completes", `document.getElementById("options").textContent.includes("unban")`)
	b.Shot("admin-console")
	b.Eval(`document.getElementById("leave").click()`, nil)
	login(secret["moderator"])
	b.Until("a moderator is in", `document.getElementById("who").textContent.includes("moderator")`)
	tab("backups")
	b.Until("a moderator may make no backup", `document.getElementById("makebackup").disabled`)
	b.Until("and is told", `document.getElementById("toast").textContent.includes("not allowed")`)
	for _, e := range b.Errors {
		t.Logf("the page complains: %.300s", e)
	}
}
