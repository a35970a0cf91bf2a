// Calls to the provider: each has a deadline, and its errors are mapped to those the app handles: refused for good,
// outcome unknown, or key spent.

import Stripe from 'stripe'
import { platformAdvice } from './platform-advice.ts'
import { PaymentKeyRefused, PaymentKeySpent, PaymentRefused, PaymentUnknown } from './payments.ts'

type Call<Outcome> = () => Promise<Outcome>

export function callsWithDeadline(deadlineMs: number) {
  return {
    /** A call without an idempotency key of ours. @throws PaymentRefused, PaymentUnknown */
    async callProvider<Outcome>(call: Call<Outcome>): Promise<Outcome> {
      try {
        return await withDeadline(call, deadlineMs)
      } catch (error) {
        throw translate(error)
      }
    },
    /** A call with an idempotency key of ours. @throws PaymentRefused, PaymentUnknown, PaymentKeySpent */
    async callWithKey<Outcome>(call: Call<Outcome>): Promise<Outcome> {
      try {
        return await withDeadline(call, deadlineMs)
      } catch (error) {
        if (isSpent(error)) throw new PaymentKeySpent(error.message, { cause: error })
        throw translate(error)
      }
    },
  }
}

/** The package's own timeout restarts with every byte received. */
async function withDeadline<Outcome>(call: Call<Outcome>, deadlineMs: number): Promise<Outcome> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new PaymentUnknown(`No complete response within ${deadlineMs} ms.`)),
    deadlineMs,
  )
  try {
    return await Promise.race([call(), deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  if ((status === 401 || status === 403) && platformAdvice(error.code) === null) {
    const message = `The card provider does not accept our secret key (${status}): ${error.message}`
    return new PaymentKeyRefused(message, { cause: error })
  }
  const definite = status >= 400 && status < 500 && status !== 429 && !isInProgress(error)
  if (definite) {
    const message = platformAdvice(error.code) ?? error.message
    return new PaymentRefused(error.code ?? error.type, message, { cause: error })
  }
  // No response, a broken one, 5xx, "in use" or rate limited: the call may have succeeded.
  return new PaymentUnknown(error.message, { cause: error })
}

/** Another request with the same key is still in progress. */
function isInProgress({ code }: Stripe.errors.StripeError): boolean {
  return code === 'idempotency_key_in_use'
}

function isSpent(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  // Other parameters under the same key: API v1 responds with 400, API v2 with 409.
  if (error.rawType === 'idempotency_error') return !isInProgress(error)
  const { headers = {} } = error
  const isStored =
    headers['stripe-should-retry'] === 'false' || headers['idempotent-replayed'] === 'true'
  return (error.statusCode ?? 0) >= 500 && isStored
}
