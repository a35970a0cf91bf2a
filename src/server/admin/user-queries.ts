// Users as admins see them.

import { sql, type SqlBool } from 'kysely'
import { isUuid, type AdminSearch } from '#rules/admin/admin-search.ts'
import { paidTransferStatuses, transferProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { containing, pageOf } from './page-of.ts'

/** The newest first. */
export function findUsers(db: Db, { query, role, state, page }: AdminSearch<'users'>) {
  let found = users(db)
  if (query !== undefined) {
    found = isUuid(query)
      ? found.where('users.id', '=', query)
      : found.where(
          sql<SqlBool>`lower(users.email || ' ' || users.username || ' ' || coalesce(users.display_name, '')) like ${containing(query)}`,
        )
  }
  if (role !== undefined) found = found.where('users.role', '=', role)
  if (state === 'held') found = found.where('transfer_holds.artist_id', 'is not', null)
  else if (state !== undefined) found = found.where('users.banned', '=', state === 'banned')
  return pageOf(found, {
    page,
    shown: found
      .select(userColumns)
      .orderBy('users.created_at', 'desc')
      .orderBy('users.id', 'desc'),
  })
}

function users(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('artists', 'artists.artist_id', 'users.id')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'users.id')
}

const userColumns = [
  'users.id',
  'users.email',
  'users.email_verified',
  'users.username',
  'users.display_name',
  'users.role',
  'users.banned',
  'users.created_at',
  'artists.tracks',
] as const

/** What a ban would hide, and what of the user stays. */
export function findUser(db: Db, id: string) {
  return users(db)
    .select([...userColumns, 'artists.followers', 'transfer_holds.held_at'])
    .select((eb) => [
      eb
        .selectFrom('entitlements')
        .whereRef('entitlements.user_id', '=', 'users.id')
        .select((own) => own.fn.countAll<string>().as('bought'))
        .as('bought'),
      // The sales that tracks show. Entitlements would be fewer: they end with their owners' accounts.
      eb
        .selectFrom('track_statistics')
        .innerJoin('tracks', 'tracks.id', 'track_statistics.track_id')
        .whereRef('tracks.artist_id', '=', 'users.id')
        .select((own) => own.fn.sum<string | null>('track_statistics.purchases').as('sold'))
        .as('sold'),
      eb
        .selectFrom('transfers')
        .whereRef('transfers.artist_id', '=', 'users.id')
        .where('transfers.status', 'not in', paidTransferStatuses)
        .select((own) => own.fn.sum<string | null>('transfers.payable_pence').as('owed'))
        .as('owed_pence'),
      // What the end of a hold wakes.
      eb
        .selectFrom('transfers')
        .whereRef('transfers.artist_id', '=', 'users.id')
        .where('transfers.status', 'in', transferProcess.steps.wake.from)
        .select((own) => own.fn.sum<string | null>('transfers.payable_pence').as('held'))
        .as('held_pence'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
}
