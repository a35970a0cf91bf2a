// Calls to the provider: each ends in time, and its many errors become those the product acts on: refused for good,
// outcome unknown, or a key of no more use.

import Stripe from 'stripe'
import { platformAdvice } from './platform-advice.ts'
import { PaymentKeySpent, PaymentRefused, PaymentUnknown } from './payments.ts'

type Call<Outcome> = () => Promise<Outcome>

export function callsWithin(deadlineMs: number) {
  return {
    /** A call that has no key of ours. @throws PaymentRefused, PaymentUnknown */
    async translated<Outcome>(call: Call<Outcome>): Promise<Outcome> {
      try {
        return await inTime(call, deadlineMs)
      } catch (error) {
        throw translate(error)
      }
    },
    /** A call under a key of ours. @throws PaymentRefused, PaymentUnknown, PaymentKeySpent */
    async underOwnKey<Outcome>(call: Call<Outcome>): Promise<Outcome> {
      try {
        return await inTime(call, deadlineMs)
      } catch (error) {
        if (isSpent(error)) throw new PaymentKeySpent(error.message, { cause: error })
        throw translate(error)
      }
    },
  }
}

/** The package's own timeout begins anew with every byte that comes. */
async function inTime<Outcome>(call: Call<Outcome>, deadlineMs: number): Promise<Outcome> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new PaymentUnknown(`No whole answer within ${deadlineMs} ms.`)),
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
  const definite = status >= 400 && status < 500 && status !== 429 && !isInProgress(error)
  if (definite) {
    const message = platformAdvice(error.code) ?? error.message
    return new PaymentRefused(error.code ?? error.type, message, { cause: error })
  }
  // No answer, a broken one, 5xx, "in use" or "slow down": it may have happened.
  return new PaymentUnknown(error.message, { cause: error })
}

/** Another request under the same key has not been answered yet. */
function isInProgress({ code }: Stripe.errors.StripeError): boolean {
  return code === 'idempotency_key_in_use'
}

function isSpent(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  // Of other parameters under a key the first API speaks with 400, the second with 409.
  if (error.rawType === 'idempotency_error') return !isInProgress(error)
  const { headers = {} } = error
  const isStored =
    headers['stripe-should-retry'] === 'false' || headers['idempotent-replayed'] === 'true'
  return (error.statusCode ?? 0) >= 500 && isStored
}
