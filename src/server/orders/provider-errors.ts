// Calls to the card provider that somebody waits for: whatever keeps it from answering is a plain no to them.

import { Refusal, type RefusalCode } from '#rules/refusal.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'

/**
 * Nothing was charged or opened for sure. @throws Refusal with `code`: one may try again; or, where the provider's own
 * code says more, with the one that `known` names for it.
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
