// In a comparison of many objects of the card provider one that fails does not stop the others.

import { PaymentUnknown } from '#server/gateways/payments/payments.ts'

export type Failure = { id: string; error: unknown }

/**
 * Returns what `compare` does, and true for an object that fails: nothing is known of it, so it is not said to differ.
 *
 * @param failures keeps it for throwFailures
 * @throws PaymentUnknown when the provider does not respond: the others would fail as well
 */
export async function goOnAfter(
  failures: Failure[],
  id: string,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await compare()
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    failures.push({ id, error })
    return true
  }
}

/** When all others are compared: so that the job fails, and is tried again. */
export function throwFailures(failures: Failure[]): void {
  if (failures.length === 0) return
  const message = `Not compared: ${failures.map(({ id }) => id).join(', ')}`
  throw new AggregateError(
    failures.map(({ error }) => error),
    message,
  )
}
