// Who calls: the secret key, and the connected account it may speak for.
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Sandbox } from '../sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { StripeFailure } from './stripe-failure.ts'

/** @throws StripeFailure 401 without the configured secret key. */
export function checkSecretKey({ config }: Sandbox, headers: IncomingHttpHeaders): void {
  const key = secretKeyOf(headers.authorization ?? '')
  if (key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (!isSame(key, config.secretKey)) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}********${key.slice(-4)}`)
  }
}

function secretKeyOf(authorization: string): string {
  const [scheme, credentials = ''] = authorization.split(' ')
  if (scheme?.toLowerCase() === 'bearer') return credentials
  if (scheme?.toLowerCase() !== 'basic') return ''
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function unauthorized(message: string): StripeFailure {
  return new StripeFailure(message, { status: 401, begun: false })
}

/** The owner of the objects a request is about. */
export function ownerOf({ store }: Sandbox, method: string, headers: IncomingHttpHeaders): string {
  const account = headers['stripe-account'] ?? headers['stripe-context']
  if (account === undefined) return platform
  if (typeof account !== 'string' || !store.find('v2.core.account', account)) {
    throw new StripeFailure(
      `The provided key does not have access to account '${String(account)}' (or that account does not exist). Application access may have been revoked.`,
      { status: 403, details: { code: 'account_invalid' }, begun: false },
    )
  }
  if (method !== 'GET') {
    throw new StripeFailure('The payments sandbox serves connected accounts for reading only.', {
      status: 400,
      begun: false,
    })
  }
  return account
}
