package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"voxtide/internal/faults"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name   string
		res    result
		caught bool
		says   string
	}{
		{"its own words", result{code: 1, text: []byte("=== RUN   TestA\n--- FAIL: TestA (0.0s)\nFAIL\n")}, true, "caught in"},
		{"a panic inside", result{code: 2, text: []byte("--- FAIL: TestA (0.0s)\npanic: no [recovered]\n")}, true, "by a panic"},
		{"a panic elsewhere", result{code: 2, text: []byte("=== RUN   TestA\npanic: no\n")}, false, "exit status 2"},
		{"it passed", result{code: 0, text: []byte("--- PASS: TestA (0.0s)\nPASS\n")}, false, "the test passed"},
		{"another test", result{code: 1, text: []byte("--- FAIL: TestB (0.0s)\n")}, false, "without a failure"},
		{"a subtest of another", result{code: 1, text: []byte("    --- FAIL: TestA/x (0.0s)\n")}, false, "without a failure"},
		{"none ran", result{code: 0, text: []byte("testing: warning: no tests to run\nPASS\n")}, false, "NOT CAUGHT"},
		{"too late", result{code: -1, timedOut: true, text: []byte("--- FAIL: TestA (0.0s)\n")}, false, "took more than"},
		{"killed", result{code: -1}, false, "exit status -1"},
	} {
		v := verdictOf(c.res, "^TestA$", time.Minute)
		if v.caught != c.caught || !strings.Contains(v.String(), c.says) {
			t.Errorf("%s: %v, want caught %v and %q", c.name, v, c.caught, c.says)
		}
	}
}

func TestReport(t *testing.T) {
	rows := []faults.Row{{Fault: "a", Law: 1, Effect: "x"}, {Fault: "bb", Law: 12, Effect: "y"}}
	for _, caught := range []bool{true, false} {
		var verdicts []<-chan verdict
		for i := range rows {
			c := make(chan verdict, 1)
			c <- verdict{caught: caught || i == 0, detail: ""}
			verdicts = append(verdicts, c)
		}
		var out bytes.Buffer
		code := report(verdicts, rows, &out)
		if caught != (code == 0) || caught != strings.HasSuffix(out.String(), "\n2 caught, 0 missed\n") {
			t.Errorf("all caught %v: exit %d, printed\n%s", caught, code, &out)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"--help"}, 0},
		{[]string{"-x"}, 2},
		{[]string{"more"}, 2},
		{[]string{"-j", "0"}, 2},
		{[]string{"-only", "no such fault"}, 2},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), c.args, &out, &errs); code != c.code {
			t.Errorf("%q: exit %d, want %d", c.args, code, c.code)
		}
		if (out.Len() > 0) != (c.code == 0) || c.code == 2 && strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: printed %q and %q", c.args, &out, &errs)
		}
	}
}
