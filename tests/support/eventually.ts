// Waits until a state is there, however slow the machine is.

import { vi } from 'vitest'

/** Only ends a hang. */
const hangMs = 180_000

/** Repeats a check that throws until it does not, and returns its result. For one value, `expect.poll` is shorter. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: hangMs })
}
