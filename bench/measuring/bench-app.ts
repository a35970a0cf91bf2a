// The app in this process, by default without its card provider: for benchmarks of the database's work.

import { randomUUID } from 'node:crypto'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { usualPayoutSchedule } from '../../src/rules/payments/payout-schedule.ts'
import { noVatSettings } from '../../src/rules/vat/vat-terms.ts'
import { buildApp } from '../../src/server/app.ts'
import type { AppDeps } from '../../src/server/app-deps.ts'
import { systemClock } from '../../src/server/clock-and-failpoints/clock.ts'
import { noFailpoints } from '../../src/server/clock-and-failpoints/failpoints.ts'
import { openAudioEngine } from '../../src/server/gateways/audio/audio-engine.ts'
import { openAudioRenderer } from '../../src/server/gateways/audio/renditions/render-audio.ts'
import type { Payments } from '../../src/server/gateways/payments/payments.ts'
import { openStripePayments } from '../../src/server/gateways/payments/stripe-payments.ts'
import { loadBuiltWeb, serveBuiltFiles } from '../../src/server/start/web-build.ts'

export async function listen(
  parts: Pick<AppDeps, 'databaseUrl' | 'db' | 'requestDb' | 'search' | 'storage' | 'pageCache'> & {
    payments?: Payments | undefined
    hasPages?: boolean
  },
) {
  const { payments = unusedPayments(), hasPages = false, ...others } = parts
  const { http, jobs } = await buildApp({
    ...others,
    payments,
    loadRender: hasPages ? await loadBuiltWeb() : null,
    audio: openAudioEngine({}),
    renderer: openAudioRenderer({}),
    mail: { name: 'folder', send: async () => {}, check: async () => {} },
    clock: systemClock,
    moveClock: null,
    failpoints: noFailpoints,
    spans: commissionSpans,
    disputesChargedTo: 'platform',
    payoutSchedule: usualPayoutSchedule,
    platformReservePence: 20_000,
    vat: noVatSettings,
    publicUrl: 'http://127.0.0.1',
    contactEmail: null,
    seller: { name: 'Undersong', address: [], vatNumber: null },
    secrets: { auth: randomUUID() + randomUUID(), revalidate: randomUUID() },
    testPayments: true,
    outboxFolder: null,
    readiness: { needed: {}, useful: {} },
    trustedProxies: 1,
    ratingsNeedPurchase: false,
    reviewsNeedEmail: false,
    logLevel: 'silent',
  })
  if (hasPages) await serveBuiltFiles(http)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, jobs, payments, log: http.log, close: () => http.close() }
}

function unusedPayments(): Payments {
  return openStripePayments({
    secretKey: 'sk_test_unused',
    webhookSecret: 'whsec_unused',
    thinWebhookSecret: 'whsec_unused',
  })
}
