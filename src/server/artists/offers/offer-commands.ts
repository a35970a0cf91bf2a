// An artist replaces the list of offers; commissions keep the title, the price and the promise that they were asked for by.

import { randomUUID } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { OfferInput } from '#contracts/artists/offers.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { countProfileChange } from '../profile-commands.ts'

type OfferList = {
  artistId: string
  /** Of the list that the artist has read; undefined to replace whatever it has become. */
  version: number | undefined
  /** In the order that they get. */
  offers: readonly OfferInput[]
}

/**
 * Under the artist's lock: changes come one after the other, and a request by an offer waits for them, or they for it.
 * @throws Refusal login_required, banned, not_found, offers_changed, too_many_profile_changes
 */
export async function replaceOffers(db: Db, list: OfferList): Promise<void> {
  const { artistId, offers } = list
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    await countProfileChange(tx, artistId)
    await refuseOlderList(tx, list)
    await refuseOthers(tx, list)
    // Before the row of the artist is locked: this takes the offer away from commissions, whose locks come first.
    await removeOthers(tx, list)
    await storeOffers(tx, { artistId, offers })
    await tx
      .updateTable('artists')
      .set((eb) => ({ offers_version: eb('offers_version', '+', 1) }))
      .where('artist_id', '=', artistId)
      .execute()
    await publish(tx, { name: 'profileChanged', artistId })
  })
}

async function refuseOlderList(tx: Db, { artistId, version }: OfferList): Promise<void> {
  if (version === undefined) return
  const { offers_version: present } = await tx
    .selectFrom('artists')
    .select('offers_version')
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  if (version !== present) throw new Refusal('offers_changed')
}

const idsOf = (offers: OfferList['offers']) => offers.flatMap(({ id }) => id ?? [])

/** Another artist's offer is treated like a missing one. */
async function refuseOthers(tx: Db, { artistId, offers }: OfferList): Promise<void> {
  const ids = idsOf(offers)
  const { count } = await tx
    .selectFrom('artist_offers')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('artist_id', '=', artistId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (Number(count) !== ids.length) throw new Refusal('not_found')
}

async function removeOthers(tx: Db, { artistId, offers }: OfferList): Promise<void> {
  await tx
    .deleteFrom('artist_offers')
    .where('artist_id', '=', artistId)
    .where(sql<SqlBool>`id <> all(${idsOf(offers)}::uuid[])`)
    .execute()
}

/** New ones are added, the others changed; one that stays as it is is not written. */
async function storeOffers(
  tx: Db,
  { artistId, offers }: Pick<OfferList, 'artistId' | 'offers'>,
): Promise<void> {
  if (offers.length === 0) return
  const rows = offers.map((offer, index) => ({
    id: offer.id ?? randomUUID(),
    artist_id: artistId,
    position: index + 1,
    title: offer.title,
    description: offer.description,
    artist_pence: offer.price,
    delivery_days: offer.promiseDays,
    fits: offer.fits,
    is_on: offer.isOn,
  }))
  await tx
    .insertInto('artist_offers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          title: eb.ref('excluded.title'),
          description: eb.ref('excluded.description'),
          artist_pence: eb.ref('excluded.artist_pence'),
          delivery_days: eb.ref('excluded.delivery_days'),
          fits: eb.ref('excluded.fits'),
          is_on: eb.ref('excluded.is_on'),
          updated_at: sql<Date>`now()`,
        }))
        .where(hasChanged),
    )
    .execute()
}

const hasChanged = sql<SqlBool>`(
  artist_offers.position, artist_offers.title, artist_offers.description, artist_offers.artist_pence,
  artist_offers.delivery_days, artist_offers.fits, artist_offers.is_on
) is distinct from (
  excluded.position, excluded.title, excluded.description, excluded.artist_pence,
  excluded.delivery_days, excluded.fits, excluded.is_on
)`
