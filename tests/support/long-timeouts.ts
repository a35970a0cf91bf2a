// A long timeout for web tests: a wait ends when its condition is met, however slow the machine is.

import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 120_000 })
