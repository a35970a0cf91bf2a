// The types between the server and the built web: the server calls `RenderPage`, and the page calls endpoints by `send`.

import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import type { Receipt } from './receipts.ts'

/** What every page may know about the site. */
export type Site = {
  testPayments: boolean
  publicUrl: string
  /** As configured by the operator. */
  seller: Receipt['seller']
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
  /** Only users who have confirmed their email may review artists. */
  reviewsNeedEmail: boolean
  /** How long each stage of a commission may take here. */
  spans: CommissionSpans
}

/** One call to an endpoint without a network. */
export type WireCall = {
  path: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** `body` is the parsed JSON; null if there is none. */
export type WireResponse = { status: number; cookies: string[]; body: unknown }

export type SendCall = (call: WireCall) => Promise<WireResponse>

/** Connects a page with the log of its request. */
export type RequestLog = {
  /** The id of this request in the log; error pages show it. */
  requestId: string
  logError: (error: unknown) => void
}

/** What the server gives for one page request. */
export type Visit = {
  /** Calls the API in-process. */
  send: SendCall
  site: Site
  /** Marks the scripts that the renderer writes itself; new for every rendering. */
  nonce: string
} & RequestLog

export type Page = { status: number; headers: [string, string][]; body: string }

/** The only function of the built web that the server calls. */
export type RenderPage = (request: Request, visit: Visit) => Promise<Page>
