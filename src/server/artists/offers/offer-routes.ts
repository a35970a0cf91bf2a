import { listOwnOffers, putOwnOffers } from '#contracts/artists/offers.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { replaceOffers } from './offer-commands.ts'
import { readOwnOffers } from './offer-queries.ts'

export function offerRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listOwnOffers, ({ user }) => readOwnOffers(db, user.id))

  serve(putOwnOffers, async ({ input, user }) => {
    await replaceOffers(db, { artistId: user.id, version: input.version, offers: input.offers })
    return readOwnOffers(db, user.id)
  })
}
