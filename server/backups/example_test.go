package backups_test

import (
	"fmt"
	"time"

	"voxtide/server/backups"
)

func Example() {
	rule := backups.Rule{Last: 2, Daily: 3}
	var times []time.Time
	for hour := 0; hour < 96; hour += 12 { // two copies each day
		times = append(times, time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC))
	}
	for i, kept := range rule.Kept(times) {
		if kept {
			fmt.Println(times[i].Format("Jan 2 15:04"))
		}
	}
	due, _ := backups.Schedule{At: "0 4 * * *"}.Next(times[len(times)-1])
	fmt.Println("next", due.Format("Jan 2 15:04"))
	// Output:
	// Mar 2 12:00
	// Mar 3 12:00
	// Mar 4 00:00
	// Mar 4 12:00
	// next Mar 5 04:00
}
