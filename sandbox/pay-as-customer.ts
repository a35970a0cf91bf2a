// For tests and seeds: does over HTTP what a customer or an artist does on the hosted pages.
import { setupStepForms } from './accounts/setup-steps.ts'

export interface Payment {
  /** A test card's number, e.g. 4242424242424242. */
  card: string
  /** What the card holder answers if the bank asks; completes when left out. */
  authentication?: 'complete' | 'fail'
}

export interface PaymentResult {
  /** `invalid`: the form was refused; `closed`: the session is expired or unknown. */
  outcome: 'paid' | 'declined' | 'invalid' | 'closed'
  /** Where the browser is sent: success_url with the session's id filled in. */
  location?: string
  /** What the page says. */
  message?: string
}

/** @param sessionUrl `url` of an open checkout session */
export async function payAsCustomer(sessionUrl: string, payment: Payment): Promise<PaymentResult> {
  const year = String(new Date().getFullYear() + 2)
  const form = { number: payment.card, expiry: `12/${year}`, cvc: '123', name: 'Test Customer' }
  const answer = await postForm(sessionUrl, form)
  const authenticationUrl = answer.headers.get('location')
  if (!authenticationUrl?.startsWith(`${sessionUrl}/authenticate`)) return resultOf(answer)
  return resultOf(
    await postForm(authenticationUrl, { outcome: payment.authentication ?? 'complete' }),
  )
}

/** Walks all steps with test details. Answers with where the browser is sent at the end. */
export async function finishOnboarding(linkUrl: string): Promise<string> {
  let url = locationOf(await fetch(linkUrl, { redirect: 'manual' }))
  for (const { testAnswers } of Object.values(setupStepForms)) {
    if (!url.includes('/setup/visit/')) break
    url = locationOf(await postForm(url, testAnswers))
  }
  return url
}

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

async function resultOf(answer: Response): Promise<PaymentResult> {
  const location = answer.headers.get('location')
  if (location) return { outcome: 'paid', location }
  const page = await answer.text()
  const message = /role="alert"[^>]*>\s*<p>([^<]*)</.exec(page)?.[1] ?? ''
  if (answer.status === 402) return { outcome: 'declined', message }
  if (answer.status === 422) return { outcome: 'invalid', message }
  return { outcome: 'closed' }
}

function locationOf(answer: Response): string {
  const location = answer.headers.get('location')
  if (!location) throw new Error(`The page answered ${answer.status} instead of leading on.`)
  return location
}
