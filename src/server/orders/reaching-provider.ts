// Calls to the card provider that somebody waits for: whatever keeps it from answering is a plain no to them.

import { Refusal, type RefusalCode } from '#rules/refusal.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'

/** Nothing was charged or opened for sure, and one may try again. @throws Refusal with `code` */
export async function reaching<Answer>(
  call: () => Promise<Answer>,
  code: RefusalCode,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentRefused || error instanceof PaymentUnknown) {
      throw new Refusal(code, { cause: error })
    }
    throw error
  }
}
