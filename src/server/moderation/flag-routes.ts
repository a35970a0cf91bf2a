import {
  counterFlag,
  decideFlag,
  flagTrack,
  getFlagRefusal,
  listFlags,
  listTakeDowns,
} from '#contracts/moderation/flags.ts'
import { flagWords, getReportedWords, listRemovedWords } from '#contracts/moderation/word-flags.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './flag-commands.ts'
import { decideFlag as decide } from './flag-decisions.ts'
import { findFlaggable, findFlags, getFlag } from './flag-queries.ts'
import { findRemovedWords, findTakeDown, findTakeDowns } from './take-downs.ts'

type Deps = { db: Db; storage: Storage }

export function flagRoutes({ serve }: Serving, deps: Deps) {
  const { db } = deps

  serve(flagTrack, async ({ input: { trackId: subjectId, ...flag }, user }) =>
    commands.storeFlag(db, { ...flag, kind: 'track', subjectId, reporterId: user.id }),
  )

  serve(getFlagRefusal, async ({ input: { trackId: subjectId }, user }) => {
    const { isOwn, isFlagged } = await findFlaggable(db, {
      kind: 'track',
      subjectId,
      userId: user.id,
    })
    if (isOwn) return { refusal: 'own_flag' as const }
    return { refusal: isFlagged ? ('already_flagged' as const) : null }
  })

  serve(flagWords, async ({ input, user }) =>
    commands.storeFlag(db, { ...input, reporterId: user.id }),
  )

  serve(getReportedWords, async ({ input, user }) => {
    const { isOwn, isFlagged, about, text } = await findFlaggable(db, { ...input, userId: user.id })
    const refusal = isFlagged ? ('words_already_flagged' as const) : null
    return { refusal: isOwn ? ('own_words_flag' as const) : refusal, about, text }
  })

  serve(listFlags, ({ input, user }) => findFlags(db, { ...input, adminId: user.id }))

  serve(decideFlag, async ({ input: { flagId: id, ...decision }, user, request }) => {
    const files = await decide(db, { id, adminId: user.id, ...decision })
    await removeFiles({ ...deps, log: request.log }, files)
    return getFlag(db, id)
  })

  serve(listTakeDowns, async ({ user }) => ({ takeDowns: await findTakeDowns(db, user.id) }))

  serve(listRemovedWords, async ({ user }) => ({ removed: await findRemovedWords(db, user.id) }))

  serve(counterFlag, async ({ input: { flagId: id, text }, user }) => {
    await commands.storeCounterNotice(db, { id, authorId: user.id, text })
    const takeDown = await findTakeDown(db, { id, authorId: user.id })
    if (!takeDown) throw new Refusal('not_found')
    return takeDown
  })
}

async function removeFiles(
  { storage, log }: Deps & { log: FastifyBaseLogger },
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await storage
      .remove(key)
      .catch((error: unknown) => log.error({ err: error, key }, 'a file stays until the sweep'))
}
