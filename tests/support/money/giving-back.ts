// Refunds of what was sold, which an admin decides.

import type { SaleRefund } from '#contracts/admin/refunds.ts'
import { createAdmin } from '../access/admin-user.ts'
import { createArtistWithPayouts } from '../shopping.ts'
import { sellTracks } from '../sales/selling.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

export const reason = 'The recording stops after a minute.'

/** Mia has bought a track of Rosa at £5.70 and one of Tom at £3.50; both transfers are sent. */
export async function openSold(app: TestApp) {
  const [rosa, tom] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  const sold = await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500, title: 'Skye' },
    { artist: tom, pricePence: 300, title: 'Tide' },
  ])
  await app.work()
  const [skyeId = '', tideId = ''] = sold.trackIds
  const [skye, tide] = [await lineOf(app, skyeId), await lineOf(app, tideId)]
  return { ...sold, rosa, tom, mia, admin, skyeId, tideId, skye, tide }
}

/** The line that has sold the track, which is also the id of its sale. */
export async function lineOf({ db }: TestApp, trackId: string): Promise<string> {
  const { id } = await db
    .selectFrom('order_lines')
    .select('id')
    .where('track_id', '=', trackId)
    .executeTakeFirstOrThrow()
  return id
}

type Wanted = { amount: string; leftPence: number; reason?: string }

export function giveBack(app: TestApp, as: TestUser, saleId: string, wanted: Wanted) {
  return app.call(`POST /api/proxy/admin/sales/${saleId}/refund`, {
    as,
    send: { reason, note: 'Seen in the file.', ...wanted },
  })
}

export async function previewOf(
  app: TestApp,
  as: TestUser,
  saleId: string,
  amount?: string,
): Promise<SaleRefund> {
  const query = amount === undefined ? '' : `?part=${amount}`
  const response = await app.call(`GET /api/proxy/admin/sales/${saleId}/refund${query}`, { as })
  return response.json<SaleRefund>()
}
