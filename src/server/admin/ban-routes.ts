import { banUser, unbanUser } from '#contracts/admin/bans.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './ban-commands.ts'

export function banRoutes({ serve }: Serving, deps: commands.BanDeps) {
  serve(banUser, async ({ input: { artistId, ...words }, user }) => {
    await commands.banUser(deps, { userId: artistId, adminId: user.id, ...words })
    return { artistId, isBanned: true as const }
  })

  serve(unbanUser, async ({ input: { artistId, ...words }, user }) => {
    await commands.unbanUser(deps, { userId: artistId, adminId: user.id, ...words })
    return { artistId, isBanned: false as const }
  })
}
