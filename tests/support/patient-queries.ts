// Every wait of a web test ends when what it waits for is there; how long that takes, the machine decides.

import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 20_000 })
