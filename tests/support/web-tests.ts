// Prepares every file of web tests.

import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// A wait ends when its condition is met, however slow the machine is.
configure({ asyncUtilTimeout: 20_000 })

// Otherwise React goes on with what the last test has scheduled when the browser's globals are gone: the run fails.
afterAll(cleanup)
