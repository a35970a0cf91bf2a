import { banUser, unbanUser } from '#contracts/admin/bans.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './ban-commands.ts'

export function banRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(banUser, async ({ input: { artistId, ...words }, user }) => {
    await commands.banUser(db, { userId: artistId, adminId: user.id, ...words })
    return { artistId, isBanned: true as const }
  })

  serve(unbanUser, async ({ input: { artistId, ...words }, user }) => {
    await commands.unbanUser(db, { userId: artistId, adminId: user.id, ...words })
    return { artistId, isBanned: false as const }
  })
}
