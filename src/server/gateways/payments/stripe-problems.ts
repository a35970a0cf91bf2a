// The provider's many errors, as the two the product acts on: refused for good, or outcome unknown.

import Stripe from 'stripe'
import { PaymentRefused, PaymentUnknown } from './payments.ts'

/** Runs a call. @throws PaymentRefused, PaymentUnknown */
export async function translated<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw translate(error)
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  const definite = status >= 400 && status < 500 && status !== 409 && status !== 429
  if (definite) {
    return new PaymentRefused(error.code ?? error.type, error.message, { cause: error })
  }
  // No answer, a broken one, 5xx, "in use" or "slow down": it may have happened.
  return new PaymentUnknown(error.message, { cause: error })
}
