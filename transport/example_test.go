package transport_test

import (
	"fmt"

	"voxtide/transport"
)

// Messages of a lane arrive in order; of a value only the newest arrives, behind the messages sent before it.
func ExamplePipe() {
	client, server := transport.Pipe()
	client.Send(transport.Live, []byte("place stone"))
	client.Value(0, []byte("time 100"))
	client.Value(0, []byte("time 116"))
	client.Flush()
	for msg, ok := server.Receive(); ok; msg, ok = server.Receive() {
		fmt.Printf("%s\n", msg.Data)
	}
	client.Close("done")
	reason, closed := server.Closed()
	fmt.Println(reason, closed)
	// Output:
	// place stone
	// time 116
	// done true
}
