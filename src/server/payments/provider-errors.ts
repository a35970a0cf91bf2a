// Card provider calls within a user's request: a provider error becomes a refusal.

import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'

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
