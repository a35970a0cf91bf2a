// Addresses that clients give for redirects.
import { invalidParameter } from './stripe-failure.ts'

/** @throws StripeFailure unless it is an absolute http(s) address. */
export function checkWebAddress(param: string, url: string): string {
  const protocol = URL.parse(url)?.protocol
  if (protocol === 'http:' || protocol === 'https:') return url
  throw invalidParameter('Not a valid URL', { code: 'url_invalid', param })
}
