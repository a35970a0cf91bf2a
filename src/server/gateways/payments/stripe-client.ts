// The official package's client, for Stripe or for the test sandbox.

import Stripe from 'stripe'
import { productName } from '#rules/product.ts'

export type StripeOptions = {
  secretKey: string
  /** Comma-separated: the old one stays good while the new one comes into use. */
  webhookSecret: string
  thinWebhookSecret: string
  /** Only for the sandbox: refused with a live key. */
  apiUrl?: string
  /** Where browsers find the sandbox's pages, if not at `apiUrl`. */
  pagesUrl?: string
  /** By when each question has its whole answer, with its retry. */
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
    // Somebody waits: a provider that stands still is given up within eleven seconds. Jobs try again by themselves.
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: productName },
  }
  if (apiUrl === undefined) return new Stripe(secretKey, common)
  if (isLive(secretKey)) throw new Error('A live key never speaks to a test card provider.')
  const { hostname, port } = new URL(apiUrl)
  // An IPv6 address stands in brackets in a URL, but is asked for without them.
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Stripe(secretKey, { ...common, host, port, protocol: 'http' })
}
