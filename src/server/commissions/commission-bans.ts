// The effects of a ban on the commissions of the banned user, whichever party that is: what is unpaid ends, what is
// paid is frozen until the ban is lifted or an admin decides.

import {
  freezableStatuses,
  unpaidStatuses,
  type CommissionStatus,
} from '#rules/commissions/commission-process.ts'
import type { BanEffects } from '#server/admin/ban-commands.ts'
import type { Db } from '#server/db/client.ts'
import { countSteps } from './commission-counters.ts'
import { freezeCommission, thawCommission } from './commission-freeze.ts'
import { takeStep, type CommissionDeps } from './take-step.ts'

const system = { actor: 'system', actorId: null } as const

const frozenForBan = 'An account of this commission is suspended.'

/** Commissions import what admins share, such as their log: so these are passed to the bans. */
export function effectsOfBans(deps: CommissionDeps): BanEffects {
  return {
    onBan: (tx, userId) => settleForBan(tx, deps, userId),
    onLift: (tx, userId) => thawAfterBan(tx, deps, userId),
  }
}

/**
 * In the transaction of the ban, which has locked the user. Open checkouts are closed by the job that closes those of
 * subjects that must not be paid any more. Returns what is to be done as the last write: it locks rows of artists.
 */
async function settleForBan(
  tx: Db,
  deps: CommissionDeps,
  userId: string,
): Promise<() => Promise<void>> {
  const unpaid: readonly CommissionStatus[] = unpaidStatuses
  const commissions = await lockOf(tx, { userId, statuses: [...unpaid, ...freezableStatuses] })
  const ended = commissions.filter(({ status }) => unpaid.includes(status))
  for (const { id } of ended)
    await takeStep(tx, deps, { id, step: 'banParty', ...system, isCountedLater: true })
  for (const { id, status } of commissions)
    if (!unpaid.includes(status))
      await freezeCommission(tx, deps, { id, by: 'ban', reason: frozenForBan, ...system })
  return () => countSteps(tx, ended)
}

/** In the transaction that lifts the ban. What an admin has frozen stays so, and what the other party's ban has. */
async function thawAfterBan(tx: Db, deps: CommissionDeps, userId: string): Promise<void> {
  const commissions = await lockOf(tx, { userId, statuses: [...freezableStatuses] })
  for (const { id, frozen_by: by, customer_id: customer, artist_id: artist } of commissions) {
    if (by !== 'ban') continue
    const other = customer === userId ? artist : customer
    if (!(await isBanned(tx, other))) await thawCommission(tx, deps, { id, ...system })
  }
}

/** All of them before the first is changed, in the order of their ids. */
function lockOf(tx: Db, { userId, statuses }: { userId: string; statuses: CommissionStatus[] }) {
  return tx
    .selectFrom('commissions')
    .select(['id', 'status', 'frozen_by', 'customer_id', 'artist_id'])
    .where((eb) => eb.or([eb('customer_id', '=', userId), eb('artist_id', '=', userId)]))
    .where('status', 'in', statuses)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Read after the lock of the commission, for which the lifting of the other party's ban has waited, or waits. */
async function isBanned(tx: Db, userId: string): Promise<boolean> {
  const { banned } = await tx
    .selectFrom('users')
    .select('banned')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return banned
}
