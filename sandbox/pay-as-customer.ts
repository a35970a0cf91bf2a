// For tests and seeds: fills in the hosted pages over HTTP, as a customer or an artist would.
import { setupStepForms } from './accounts/setup-steps.ts'

export interface Payment {
  /** A test card's number, e.g. 4242424242424242. */
  card: string
  /** The card holder's reaction if the bank requires authentication; completes it when left out. */
  authentication?: 'complete' | 'fail'
}

export interface PaymentResult {
  /** `invalid`: the form was refused; `closed`: the session is expired or unknown. */
  outcome: 'paid' | 'declined' | 'invalid' | 'closed'
  /** The redirect's target: success_url with the session's id filled in. */
  location?: string
  /** The page's error message. */
  message?: string
}

/** @param sessionUrl `url` of an open checkout session */
export async function payAsCustomer(sessionUrl: string, payment: Payment): Promise<PaymentResult> {
  const year = String(new Date().getFullYear() + 2)
  const form = { number: payment.card, expiry: `12/${year}`, cvc: '123', name: 'Test Customer' }
  const response = await postForm(sessionUrl, form)
  const authenticationUrl = response.headers.get('location')
  if (!authenticationUrl?.startsWith(`${sessionUrl}/authenticate`)) return resultOf(response)
  return resultOf(
    await postForm(authenticationUrl, { outcome: payment.authentication ?? 'complete' }),
  )
}

/**
 * Completes all steps with test details, or with others where `changed` names a field. Returns the target of the last redirect.
 */
export async function finishOnboarding(
  linkUrl: string,
  changed: Record<string, string> = {},
): Promise<string> {
  let url = locationOf(await fetch(linkUrl, { redirect: 'manual' }))
  for (const { testValues } of Object.values(setupStepForms)) {
    if (!url.includes('/setup/visit/')) break
    url = locationOf(await postForm(url, { ...testValues, ...changed }))
  }
  return url
}

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

async function resultOf(response: Response): Promise<PaymentResult> {
  const location = response.headers.get('location')
  if (location) return { outcome: 'paid', location }
  const page = await response.text()
  const message = /role="alert"[^>]*>\s*<p>([^<]*)</.exec(page)?.[1] ?? ''
  if (response.status === 402) return { outcome: 'declined', message }
  if (response.status === 422) return { outcome: 'invalid', message }
  return { outcome: 'closed' }
}

function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (!location) throw new Error(`The page responded ${response.status} instead of redirecting.`)
  return location
}
