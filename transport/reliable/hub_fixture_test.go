package reliable

// hubWithoutGoroutines makes a Hub without socket or goroutines.
func hubWithoutGoroutines() *Hub { return newHub(Config{}) }
