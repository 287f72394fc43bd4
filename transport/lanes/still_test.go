package lanes

// still makes a Hub without socket or goroutines.
func still() *Hub { return newHub(Config{}) }
