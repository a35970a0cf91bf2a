// An error of the card provider becomes a refusal in a user's request, and ends the run of a job.

import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'

/** After this many consecutive calls without an answer a run stops: hundreds of timeouts would take hours. */
export const maxUnanswered = 3

/** The provider has not answered. */
export function isResultUnknown(error: unknown): boolean {
  return (error instanceof Refusal ? error.cause : error) instanceof PaymentUnknown
}

/** For work on many: see tryEach. */
export const providerOutage = { isOne: isResultUnknown, maxInARow: maxUnanswered }

/**
 * @throws Refusal: the call has no confirmed effect, and the user can try again. Its code is the one that `known` has for
 * the provider's error code, otherwise `code`.
 */
export async function withProviderErrors<Outcome>(
  call: () => Promise<Outcome>,
  code: RefusalCode,
  known: Record<string, RefusalCode> = {},
): Promise<Outcome> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentRefused) {
      throw new Refusal(known[error.code] ?? code, { cause: error })
    }
    if (error instanceof PaymentUnknown) {
      throw new Refusal(code, { cause: error })
    }
    throw error
  }
}
