// In a comparison of many objects of the card provider one that fails does not stop the others.

import { throwFailures, tryOne, type Failure } from '#server/jobs/try-each.ts'
import { isResultUnknown, maxUnanswered } from './provider-errors.ts'

export type { Failure }

/**
 * Returns what `compare` does, and true for an object that fails: nothing is known of it, so it is not said to differ.
 *
 * @param failures keeps it for throwUncompared
 * @throws PaymentUnknown when the provider does not respond: the others would fail as well
 */
export async function goOnAfter(
  failures: Failure[],
  id: string,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  return (await tryOne({ failures, isOutage }, id, compare)) ?? true
}

/** One object without an answer can be the object's fault. */
function isOutage(error: unknown, failures: readonly Failure[]): boolean {
  const unanswered = failures.filter((failure) => isResultUnknown(failure.error))
  return isResultUnknown(error) && unanswered.length + 1 >= maxUnanswered
}

export function throwUncompared(failures: readonly Failure[]): void {
  throwFailures(failures, 'Not compared')
}
