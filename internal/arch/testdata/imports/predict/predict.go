package predict

import (
	_ "voxtide/internal/faults"
	_ "voxtide/store" // want "predict is pure and store is not"
	_ "voxtide/utils" // want "utils, which is not in the table"
)
