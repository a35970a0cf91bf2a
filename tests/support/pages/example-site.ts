import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import type { Site } from '#contracts/page-seam.ts'

export const exampleSite: Site = {
  testPayments: true,
  publicUrl: 'http://undersong.test',
  seller: { name: 'Undersong Ltd', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber: null },
  ratingsNeedPurchase: false,
  reviewsNeedEmail: false,
  spans: commissionSpans,
}
