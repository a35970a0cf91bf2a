// Artists' profiles as what a flag is about: what artists say of themselves, and their pictures.

import { flaggedProfileSchema, type FlaggedProfile } from '#contracts/moderation/flagged.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { emptyProfile, refillProfile } from '#server/artists/profile/taken-down-profiles.ts'
import { shownName, type FlagSubject } from './flag-subject.ts'

export const flaggedProfiles: FlagSubject = {
  async find(db, { id }) {
    const flagged: FlaggedProfile | undefined = await db
      .selectFrom('artists')
      .innerJoin('users', 'users.id', 'artists.artist_id')
      .select([
        shownName('users').as('name'),
        'about',
        'instrument',
        'youtube_url as videoUrl',
        'avatar',
      ])
      .where('artist_id', '=', id)
      .where('is_listed', '=', true)
      .$if(db.isTransaction, (query) => query.forKeyShare(['artists']))
      .executeTakeFirst()
    if (!flagged) return undefined
    const { name, about: text } = flagged
    return { authorId: id, about: { id, name }, text: text ?? '', flagged }
  },
  // Its artist writes the profile under the same lock.
  lock: lockCustomer,
  takeDown: emptyProfile,
  putBack: (tx, id, flagged) => refillProfile(tx, id, flaggedProfileSchema.parse(flagged)),
}
