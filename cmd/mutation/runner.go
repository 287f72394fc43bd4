package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"voxtide/internal/faults"
)

// verdict is the result of a row.
type verdict struct {
	caught   bool
	detail   string // if caught: "" or " by a panic"; otherwise why not
	duration time.Duration
}

func (v verdict) String() string {
	if v.caught {
		return fmt.Sprintf("caught%s in %.1f s", v.detail, v.duration.Seconds())
	}
	return "NOT CAUGHT: " + v.detail
}

// runner runs rows. Builds and runs take a slot each; each row has a goroutine, which ends with its verdict.
type runner struct {
	ctx     context.Context
	dir     string // folder of the test binaries
	timeout time.Duration
	slots   chan struct{}
	log     io.Writer
}

// startAll starts all rows and returns a channel for each verdict.
func (p *runner) startAll(rows []faults.Row) []<-chan verdict {
	binaries := map[string]func() (string, error){}
	healthy := map[[2]string]func() string{}
	var out []<-chan verdict
	for _, r := range rows {
		pkg, key := r.Package, [2]string{r.Package, r.Test}
		if binaries[pkg] == nil {
			name := filepath.Join(p.dir, fmt.Sprintf("p%d.test", len(binaries)))
			binaries[pkg] = sync.OnceValues(func() (string, error) { return name, p.build(pkg, name) })
		}
		binary := binaries[pkg]
		if healthy[key] == nil {
			healthy[key] = sync.OnceValue(func() string { return p.withoutFault(r, binary) })
		}
		well := healthy[key] // only this loop uses the maps
		c := make(chan verdict, 1)
		out = append(out, c)
		go func() {
			if why := well(); why != "" {
				c <- verdict{detail: why}
				return
			}
			c <- p.withFault(r, binary)
		}()
	}
	return out
}

// build makes the test binary of a package, with the faults compiled in.
func (p *runner) build(pkg, name string) error {
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	fmt.Fprintf(p.log, "building %s\n", pkg)
	text, err := exec.CommandContext(p.ctx, "go", "test", "-c", "-tags", "faults", "-o", name, "./"+pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("its tests do not build: %v\n%s", err, tail(text))
	}
	if _, err := os.Stat(name); err != nil {
		return errors.New("it has no tests")
	}
	return nil
}

// withoutFault runs the test without a fault. It returns "" if the test ran and passed, else why it proves nothing.
func (p *runner) withoutFault(r faults.Row, binary func() (string, error)) string {
	name, err := binary()
	if err != nil {
		return err.Error()
	}
	res := p.runTest(name, r, "")
	switch {
	case res.timedOut:
		return fmt.Sprintf("without the fault it takes more than %v", p.timeout)
	case res.code != 0:
		return fmt.Sprintf("without the fault it ends with exit status %d\n%s", res.code, tail(res.text))
	case !hasOutcome("PASS", r.Test, res.text):
		return "no such test ran, or it skipped itself"
	}
	return ""
}

// withFault runs the test with its fault and evaluates the result.
func (p *runner) withFault(r faults.Row, binary func() (string, error)) verdict {
	name, _ := binary() // built, since withoutFault has run
	res := p.runTest(name, r, r.Fault)
	return verdictOf(res, r.Test, p.timeout)
}

// verdictOf reports whether a run with a fault was caught: by the test's own failure, or by a panic inside it. A
// program that ends in any other way may have been killed by the fault, but no law noticed.
func verdictOf(res result, test string, timeout time.Duration) verdict {
	v := verdict{duration: res.duration}
	failed := hasOutcome("FAIL", test, res.text)
	switch {
	case res.timedOut:
		v.detail = fmt.Sprintf("took more than %v", timeout)
	case res.code == 0:
		v.detail = fmt.Sprintf("the test passed in %.1f s", res.duration.Seconds())
	case failed && res.code == 1:
		v.caught = true
	case failed && res.code == 2 && bytes.Contains(res.text, []byte("\npanic: ")):
		v.caught, v.detail = true, " by a panic"
	default:
		v.detail = fmt.Sprintf("exit status %d without a failure of the test\n%s", res.code, tail(res.text))
	}
	return v
}

// result is the result of a run of a test binary.
type result struct {
	code     int // -1 for a killed one
	timedOut bool
	text     []byte
	duration time.Duration
}

// runTest runs a test in the folder of its package, as go test does.
func (p *runner) runTest(binary string, r faults.Row, f faults.Fault) result {
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	if f != "" {
		fmt.Fprintf(p.log, "running %s with %s\n", r.Package, f)
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.run", r.Test, "-test.v", "-test.count", "1", "-test.timeout", "0")
	cmd.Dir = filepath.FromSlash(r.Package)
	cmd.Env = append(os.Environ(), "VOXTIDE_FAULT="+string(f))
	cmd.WaitDelay = time.Second
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	start := time.Now()
	err := cmd.Run()
	res := result{timedOut: ctx.Err() != nil, text: text.Bytes(), duration: time.Since(start)}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		res.code = exit.ExitCode()
	} else if err != nil {
		res.code, res.text = -1, append(res.text, err.Error()...)
	}
	return res
}

var outcome = regexp.MustCompile(`(?m)^--- (PASS|FAIL): (\S+)`)

// hasOutcome reports whether a top-level test that matches the expression ended in the given way.
func hasOutcome(how, test string, text []byte) bool {
	re, err := regexp.Compile(test)
	if err != nil {
		return false
	}
	for _, m := range outcome.FindAllSubmatch(text, -1) {
		if string(m[1]) == how && re.Match(m[2]) {
			return true
		}
	}
	return false
}

// tail returns the last lines of an output, indented.
func tail(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	lines = lines[max(0, len(lines)-12):]
	return "            " + strings.Join(lines, "\n            ")
}
