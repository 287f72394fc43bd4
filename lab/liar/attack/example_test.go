package attack_test

import (
	"context"
	"fmt"
	"time"

	"voxtide/lab/liar"
	"voxtide/lab/liar/attack"
)

// Nobody is attacked where there is no server's address.
func ExampleRun() {
	_, err := attack.Run(context.Background(), attack.Config{Server: "127.0.0.1", Trick: liar.Flood, Duration: time.Second})
	fmt.Println(err != nil)
	// Output: true
}
