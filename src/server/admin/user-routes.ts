import {
  getUser,
  holdTransfers,
  listUsers,
  releaseTransfers,
  type ListedUser,
} from '#contracts/admin/users.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Serving } from '#server/http/serve.ts'
import { previewOfTransfer } from '#server/ledger/preview-postings.ts'
import { findActions } from './audit-log-queries.ts'
import { findKept } from './margin-queries.ts'
import { findOwedTo } from './owed-money-queries.ts'
import * as holds from './transfer-holds.ts'
import { findUser, findUsers } from './user-queries.ts'

export function userRoutes({ serve }: Serving, deps: Committing & { clock: Clock }) {
  const { db } = deps

  serve(listUsers, async ({ input }) => {
    const { rows, paging } = await findUsers(db, input)
    return { users: rows.map(presentUser), ...paging }
  })

  serve(getUser, async ({ input }) => {
    const row = await findUser(db, input.id)
    if (!row) throw new Refusal('not_found')
    const { actions } = await findActions(db, { subject: input.id, page: 1 })
    return {
      ...presentUser(row),
      followers: row.followers ?? 0,
      bought: Number(row.bought),
      sold: Number(row.sold),
      owedPence: Number(row.owed_pence),
      areTransfersHeld: row.held_at !== null,
      releasePostings:
        row.held_at === null || Number(row.held_pence) === 0
          ? null
          : previewOfTransfer(input.id, Number(row.held_pence)),
      keptPence: await findKept(db, { artistId: input.id, now: deps.clock.now() }),
      owed: await findOwedTo(db, input.id),
      history: actions,
    }
  })

  serve(holdTransfers, async ({ input: { id, note }, user }) => {
    await holds.holdTransfers(deps, { artistId: id, adminId: user.id, note })
    return { areTransfersHeld: true }
  })

  serve(releaseTransfers, async ({ input: { id, note }, user }) => {
    await holds.releaseTransfers(deps, { artistId: id, adminId: user.id, note })
    return { areTransfersHeld: false }
  })
}

type UserRow = Awaited<ReturnType<typeof findUsers>>['rows'][number]

function presentUser(row: UserRow): ListedUser {
  return {
    id: row.id,
    email: row.email,
    isEmailVerified: row.email_verified,
    username: row.username,
    displayName: row.display_name ?? row.username,
    role: row.role,
    isBanned: row.banned,
    joinedAt: row.created_at.toISOString(),
    tracks: row.tracks ?? 0,
  }
}
