// What the app is built from.

import type { RenderPage } from '#contracts/page-seam.ts'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import type { DisputeBearer } from '#rules/payments/bank-dispute-process.ts'
import type { PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { VatSettings } from '#rules/vat/vat-terms.ts'
import type { PasswordHashing } from './accounts/auth.ts'
import type { Clock } from './clock-and-failpoints/clock.ts'
import type { ArmedFailpoints, Failpoints } from './clock-and-failpoints/failpoints.ts'
import type { Db, Search } from './db/client.ts'
import type { AudioEngine } from './gateways/audio/audio-engine.ts'
import type { AudioRenderer } from './gateways/audio/renditions/render-audio.ts'
import type { Mail } from './gateways/mail/mail.ts'
import type { Payments } from './gateways/payments/payments.ts'
import type { Storage } from './gateways/storage/storage.ts'
import type { ReadinessChecks } from './http/health.ts'
import type { Seller } from './orders/receipt-presenter.ts'
import type { PageCache } from './pages/page-cache.ts'

export type AppDeps = {
  /** For jobs. */
  db: Db
  /** For requests: the same database with shorter timeouts. */
  requestDb: Db
  /** For searches: with connections of their own, a few at once. */
  search: Search
  /** For one more connection, on which the database delivers events. */
  databaseUrl: string
  storage: Storage
  payments: Payments
  audio: AudioEngine
  renderer: AudioRenderer
  mail: Mail
  /** The time of commissions and payments. */
  clock: Clock
  /** Moves that time, at /dev/clock; null where nobody may. */
  moveClock: ((seconds: number) => Promise<void>) | null
  /** Where tests let commissions and payments fail, also at /dev/failpoints; nowhere on the site. */
  failpoints: Failpoints | ArmedFailpoints
  /** How long each stage of a commission may take. */
  spans: CommissionSpans
  /** Who bears what a customer's bank takes back for good. */
  disputesChargedTo: DisputeBearer
  /** When the banks of artists are paid. */
  payoutSchedule: PayoutSchedule
  /** How much of the platform's own money stays at the card provider. */
  platformReservePence: number
  /** Which VAT sales contain from now on. */
  vat: VatSettings
  publicUrl: string
  /** Shown on receipts. */
  seller: Seller
  /** Where messages from the contact form are sent; null if admins read them on the site only. */
  contactEmail: string | null
  secrets: { auth: string; revalidate: string }
  /** Left out by the site: scrypt. Tests compute the hash of each password once. */
  passwordHashing?: PasswordHashing | undefined
  /** True while the card provider is the sandbox. */
  testPayments: boolean
  /** Folder of the emails of a trial, shown at /dev/outbox; null in production. */
  outboxFolder: string | null
  pageCache: PageCache | null
  /** Null when only endpoints are needed, as in most tests. */
  loadRender: (() => Promise<RenderPage>) | null
  readiness: ReadinessChecks
  trustedProxies: number
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
  reviewsNeedEmail: boolean
  /** For tests: http/serve.ts. */
  failOnUndeclaredRefusals?: boolean
  logLevel: string
  /** Instead of standard output. */
  logStream?: { write: (line: string) => void }
}
