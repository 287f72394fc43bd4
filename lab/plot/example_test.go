package plot_test

import (
	"fmt"
	"strings"

	"voxtide/lab/plot"
)

func ExampleWriteHTML() {
	r := &plot.Report{
		Columns:  []plot.Column{{Key: "wait", Name: "wait", Unit: "ms", Better: "low"}},
		Methods:  []plot.Method{{Text: "timestream", Ours: true}, {Text: "dumb"}},
		Profiles: []plot.Profile{{Name: "dsl"}},
		Rows: []plot.Row{{Method: "timestream", Profile: "dsl", Values: map[string]float64{"wait": 8}},
			{Method: "dumb", Profile: "dsl", Values: map[string]float64{"wait": 42}}},
	}
	var page strings.Builder
	if err := plot.WriteHTML(&page, r); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(page.String(), "timestream is best, or nobody is better, in 1 of 1 columns in every network: wait."))
	// Output: true
}
