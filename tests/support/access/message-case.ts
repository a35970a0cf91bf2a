// A message in the room of a commission that the other party reports.

import { studioIn } from '../commissions/delivering.ts'
import { messagesOf, pdf, plainPicture, sentMessage } from '../commissions/messaging.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { createAdmin } from './admin-user.ts'

export const insult = 'You cannot sing.'

/** Tom, the artist, insults Mia, his customer, in their room, with a document and a picture. */
export async function openMessageCase(app: TestApp, { isEnded = false } = {}) {
  const studio = await studioIn(app)
  const { tom, store } = studio
  const admin = await createAdmin(app)
  const { id: commissionId } = isEnded
    ? await store('cancelled', { ended_at: app.clock.now() })
    : await store('in_progress')
  const sent = await sentMessage(app, tom, commissionId, {
    text: insult,
    files: [
      { bytes: pdf, name: 'chords.pdf' },
      { bytes: await plainPicture(), name: 'face.png' },
    ],
  })
  const urls = sent.attachments.map(({ url }) => url ?? '')
  return {
    ...studio,
    admin,
    commissionId,
    sent,
    words: { kind: 'message', subjectId: sent.id } as const,
    /** What a reader is shown of each message. */
    shownTo: async (as: TestUser) =>
      (await messagesOf(app, as, commissionId)).messages.map(
        ({ text, isRemoved, attachments }) => ({
          text,
          isRemoved,
          files: attachments.map(({ url }) => url),
        }),
      ),
    /** How the files of the message answer a reader. */
    async filesFor(as: TestUser): Promise<number[]> {
      const answers = await Promise.all(urls.map((url) => app.call(`GET ${url}`, { as })))
      return answers.map(({ statusCode }) => statusCode)
    },
    urls,
  }
}
