import { deleteAccount, exportOwnData, findOpenMatters } from '#contracts/accounts/own-data.ts'
import { maxExportsAnHour } from '#rules/accounts/account-limits.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { logOutAccount } from '#server/accounts/login/account-commands.ts'
import { findOwnedTitles } from '#server/orders/owned-tracks.ts'
import type { Auth } from '#server/accounts/auth.ts'
import * as deletion from './delete-account.ts'
import { openExport } from './export-zip.ts'
import * as matters from './open-matters.ts'

type Deps = { db: Db; auth: Auth; clock: Clock; storage: Storage }

const hourMs = 60 * 60_000

export function ownDataRoutes({ serve, serveBytes }: Serving, deps: Deps) {
  const { db } = deps
  serveBytes(exportOwnData, async ({ user, request, reply }) => {
    await countUserAction(db, {
      kind: 'export',
      userId: user.id,
      limits: [{ max: maxExportsAnHour, periodMs: hourMs }],
      refusal: 'too_many_exports',
    })
    const body = await openExport({ ...deps, log: request.log }, user)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', 'application/zip')
    reply.header('content-disposition', attachmentNamed('Undersong data.zip'))
    await reply.send(body)
  })

  serve(findOpenMatters, async ({ user }) => ({
    openMatters: await matters.findOpenMatters(db, user.id),
    ownedTracks: await findOwnedTitles(db, user.id),
  }))

  serve(deleteAccount, async ({ input, user, request, reply }) => {
    await deletion.deleteAccount({ ...deps, log: request.log }, user, input.password)
    reply.header('set-cookie', await logOutAccount(deps, null, request))
    return {}
  })
}
