// A response before it is sent: status and body as text, so that it can be stored and replayed unchanged.
import type { StripeFailure } from '../api/stripe-failure.ts'

export interface ApiResponse {
  status: number
  /** JSON */
  body: string
  isReplayed?: boolean
  /** Of a replayed response: the id of the first request. */
  originalRequest?: string
  /** Sent as the header `stripe-should-retry`; without it the client decides. */
  shouldRetry?: boolean
}

export function errorResponse(failure: StripeFailure, requestId: string): ApiResponse {
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
