import {
  getCommissionSettings,
  putCommissionSettings,
} from '#contracts/artists/commission-settings.ts'
import { editProfile, getOwnProfile } from '#contracts/artists/profile.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { changeProfile } from '../profile-commands.ts'
import { readCommissionSettings, readOwnProfile } from './profile-queries.ts'

export function profileRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(getOwnProfile, ({ user }) => readOwnProfile(db, user.id))

  serve(editProfile, async ({ input, user }) => {
    await changeProfile(db, { artistId: user.id, changes: input })
    return readOwnProfile(db, user.id)
  })

  serve(getCommissionSettings, ({ user }) => readCommissionSettings(db, user.id))

  serve(putCommissionSettings, async ({ input, user }) => {
    await changeProfile(db, { artistId: user.id, changes: input })
    return readCommissionSettings(db, user.id)
  })
}
