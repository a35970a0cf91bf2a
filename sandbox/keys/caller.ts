// The caller of a request: its secret key, and the connected account it acts for.
import type { IncomingHttpHeaders } from 'node:http'
import type { Keyring } from './keyring.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { StripeFailure } from '../api/stripe-failure.ts'

export function findCaller(
  keyring: Keyring,
  { authorization = '' }: IncomingHttpHeaders,
): Sandbox | undefined {
  return keyring.find(secretKeyOf(authorization))
}

/** 401 for a request without a key or with an unknown one. */
export function unknownCaller({ authorization = '' }: IncomingHttpHeaders): StripeFailure {
  const key = secretKeyOf(authorization)
  if (key === '') {
    return unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  return unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}********${key.slice(-4)}`)
}

function secretKeyOf(authorization: string): string {
  const [scheme, credentials = ''] = authorization.split(' ')
  if (scheme?.toLowerCase() === 'bearer') return credentials
  if (scheme?.toLowerCase() !== 'basic') return ''
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
}

function unauthorized(message: string): StripeFailure {
  return new StripeFailure(message, { status: 401, begun: false })
}

/**
 * The owner of the objects a request is about.
 * @param mayBeAccount whether this call is served for connected accounts
 */
export function ownerOf(
  { store }: Sandbox,
  headers: IncomingHttpHeaders,
  mayBeAccount: boolean,
): string {
  const account = headers['stripe-account'] ?? headers['stripe-context']
  if (account === undefined) return platform
  if (typeof account !== 'string' || !store.find('v2.core.account', account)) {
    throw new StripeFailure(
      `The provided key does not have access to account '${String(account)}' (or that account does not exist). Application access may have been revoked.`,
      { status: 403, details: { code: 'account_invalid' }, begun: false },
    )
  }
  if (!mayBeAccount) {
    throw new StripeFailure(
      'The payments sandbox serves connected accounts for reading, payouts and balance settings only.',
      { status: 400, begun: false },
    )
  }
  return account
}
