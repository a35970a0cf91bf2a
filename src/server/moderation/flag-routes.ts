import {
  counterFlag,
  decideFlag,
  flagTrack,
  getFlagRefusal,
  listFlags,
  listTakeDowns,
} from '#contracts/moderation/flags.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './flag-commands.ts'
import { findFlagRefusal, findFlags, findTakeDown, findTakeDowns, getFlag } from './flag-queries.ts'

export function flagRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(flagTrack, async ({ input, user }) =>
    commands.storeFlag(db, { ...input, reporterId: user.id }),
  )

  serve(getFlagRefusal, async ({ input: { trackId }, user }) => ({
    refusal: await findFlagRefusal(db, { trackId, userId: user.id }),
  }))

  serve(listFlags, ({ input }) => findFlags(db, input))

  serve(decideFlag, async ({ input: { flagId: id, ...decision }, user }) => {
    await commands.decideFlag(db, { id, adminId: user.id, ...decision })
    return getFlag(db, id)
  })

  serve(listTakeDowns, async ({ user }) => ({ takeDowns: await findTakeDowns(db, user.id) }))

  serve(counterFlag, async ({ input: { flagId: id, text }, user }) => {
    await commands.storeCounterNotice(db, { id, artistId: user.id, text })
    const takeDown = await findTakeDown(db, { id, artistId: user.id })
    if (!takeDown) throw new Refusal('not_found')
    return takeDown
  })
}
