package transport

import _ "voxtide/transport/netem"
