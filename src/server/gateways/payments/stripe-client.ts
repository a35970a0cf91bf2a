// The official package's client, for Stripe or for the test sandbox.

import Stripe from 'stripe'
import { productName } from '#rules/product.ts'

export type StripeOptions = {
  secretKey: string
  /** Comma-separated: during a rotation both the old and the new secret are valid. */
  webhookSecret: string
  thinWebhookSecret: string
  /** Only for the sandbox: refused with a live key. */
  apiUrl?: string
  /** The URL of the sandbox's pages for browsers, if not `apiUrl`. */
  pagesUrl?: string
  /** Limit of each call until its complete response, including its retry. */
  deadlineMs?: number
}

export const usualDeadlineMs = 15_000

export function isLive(secretKey: string): boolean {
  return secretKey.includes('_live_')
}

export function openClient({
  secretKey,
  apiUrl,
}: Pick<StripeOptions, 'secretKey' | 'apiUrl'>): Stripe {
  const common = {
    // A user waits: two attempts with a short pause between them end within eleven seconds. The package makes the second, where no response came.
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: productName },
  }
  if (apiUrl === undefined) return new Stripe(secretKey, common)
  if (isLive(secretKey)) throw new Error('A live key never speaks to a test card provider.')
  const { hostname, port } = new URL(apiUrl)
  // An IPv6 address has brackets in a URL, but not as a host option.
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Stripe(secretKey, { ...common, host, port, protocol: 'http' })
}
