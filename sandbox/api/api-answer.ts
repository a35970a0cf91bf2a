// An answer before it goes out: status and body as text, so that it can be kept word for word.
import type { StripeFailure } from './stripe-failure.ts'

export interface ApiAnswer {
  status: number
  /** JSON */
  body: string
  isReplayed?: boolean
  /** Of a replayed answer: the id of the request that was answered first. */
  originalRequest?: string
  /** Said in the header `stripe-should-retry`; the client decides for itself when left out. */
  shouldRetry?: boolean
}

export function errorAnswer(failure: StripeFailure, requestId: string): ApiAnswer {
  const { code } = failure.details
  const error = {
    ...failure.details,
    ...(code
      ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
      : {}),
    message: failure.message,
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    type: failure.type,
  }
  return { status: failure.status, body: JSON.stringify({ error }) }
}
