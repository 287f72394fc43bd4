package netlab

import _ "voxtide/lab/netlab/story"
