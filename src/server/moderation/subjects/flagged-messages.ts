// Messages of a commission's room as what a flag is about: its two parties read them, and nobody else reports them.

import type { FlaggedMessage } from '#contracts/moderation/flagged.ts'
import { findAttachments } from '#server/commissions/messages/message-queries.ts'
import {
  putMessageBack,
  takeMessageDown,
} from '#server/commissions/messages/taken-down-messages.ts'
import { lockCommission } from '#server/commissions/commission-state.ts'
import type { Db } from '#server/db/client.ts'
import { isShown, lockUsers, shownName, type FlagSubject } from './flag-subject.ts'

export const flaggedMessages: FlagSubject = {
  async find(db, { id, readerId }) {
    const message = await db
      .selectFrom('commission_messages')
      .innerJoin('commissions', 'commissions.id', 'commission_id')
      .leftJoin('users as author', (join) =>
        // The row of a deleted account stays; what is reported then is nobody's.
        join.onRef('author.id', '=', 'author_id').on('author.deleted_at', 'is', null),
      )
      .select([
        'text',
        'commission_messages.created_at as writtenAt',
        'commission_id as commissionId',
        'commissions.name',
        'author.id as authorId',
        shownName('author').as('author'),
      ])
      .where('commission_messages.id', '=', id)
      .where(isShown('commission_messages'))
      .where((eb) => eb.or([eb('customer_id', '=', readerId), eb('artist_id', '=', readerId)]))
      .executeTakeFirst()
    if (!message) return undefined
    const { text, writtenAt, author, authorId, commissionId, name } = message
    const about = { id: commissionId, name }
    const attachments = await findAttachments(db, [id])
    const flagged: FlaggedMessage = {
      text,
      writtenAt: writtenAt.toISOString(),
      author,
      about,
      attachments: attachments.map(({ file_name: fileName }) => fileName),
    }
    return { authorId, about, text, flagged }
  },
  // What is written, read and mailed in the room waits for it.
  async lock(tx, id) {
    const message = await findPlace(tx, id)
    await lockUsers(tx, [message.author_id])
    await lockCommission(tx, message.commission_id)
  },
  async takeDown(tx, id) {
    await takeMessageDown(tx, { id, at: new Date() })
    return []
  },
  putBack: putMessageBack,
}

/** A message is never deleted. */
function findPlace(tx: Db, id: string) {
  return tx
    .selectFrom('commission_messages')
    .select(['author_id', 'commission_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
