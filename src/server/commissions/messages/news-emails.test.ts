import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import { markRead, sentMessage } from '../../../../tests/support/commissions/messaging.ts'
import type { TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

async function openMail() {
  const studio = await studioIn(await emptyApp())
  const { app } = studio
  await app.clock.set(app.clock.now())
  return {
    ...studio,
    /** Runs the job of a minute; the subjects of all emails to this reader. */
    async mailsTo({ email }: TestUser): Promise<string[]> {
      await addJob(app.db, 'email_commission_news', {})
      await app.work()
      return app.emails.filter(({ to }) => to === email).map(({ subject }) => subject)
    },
  }
}

test('what nobody has read within five minutes is in one email, with its first words and the way to the room', async () => {
  const opened = await openMail()
  const { app, mia, tom, store, mailsTo } = opened
  const { id } = await store('in_progress')
  await sentMessage(app, tom, id, { text: `${'long '.repeat(80)}end` })
  await app.clock.move({ minutes: 5, seconds: -1 })
  await sentMessage(app, tom, id, { text: 'In D & <slowly>' })
  expect(await mailsTo(mia)).toEqual([])
  await app.clock.move({ seconds: 1 })
  const subject = `2 messages from ${tom.username} about “Skylark”`
  expect(await mailsTo(mia)).toEqual([subject])
  const [email] = app.emails
  expect(email?.text).toContain(`http://undersong.test/commissions/${id}`)
  expect(email?.text).toContain('> In D & <slowly>')
  expect(email?.text).toMatch(/> (long ){40}…/)
  expect(email?.text).not.toContain('end')
  expect(email?.html).toContain('In D &amp; &lt;slowly&gt;')
  expect(email?.unsubscribeUrl).toContain('/api/notifications/unsubscribe')
  // Once.
  expect(await mailsTo(mia)).toEqual([subject])
  expect(await mailsTo(tom)).toEqual([])
})

test('what was read is told by no email, and what came after it waits anew', async () => {
  const opened = await openMail()
  const { app, mia, tom, store, mailsTo } = opened
  const { id } = await store('in_progress')
  const first = await sentMessage(app, tom, id)
  await app.clock.move({ minutes: 4 })
  const second = await sentMessage(app, tom, id, { text: 'The second' })
  await markRead(app, mia, id, first.id)
  await app.clock.move({ minutes: 4 })
  expect(await mailsTo(mia)).toEqual([])
  await app.clock.move({ minutes: 1 })
  expect(await mailsTo(mia)).toEqual([`A message from ${tom.username} about “Skylark”`])
  expect(app.emails[0]?.text).toContain('> The second')
  await markRead(app, mia, id, second.id)
  await app.clock.move({ hours: 2 })
  expect(await mailsTo(mia)).toHaveLength(1)
})

test('there is one email an hour at most of each room, and two rooms have their own', async () => {
  const opened = await openMail()
  const { app, mia, tom, store, mailsTo } = opened
  const [{ id }, other] = [await store('in_progress'), await store('in_progress', { name: 'Wren' })]
  await sentMessage(app, tom, id)
  await sentMessage(app, tom, other.id)
  await app.clock.move({ minutes: 5 })
  expect((await mailsTo(mia)).toSorted()).toEqual([
    `A message from ${tom.username} about “Skylark”`,
    `A message from ${tom.username} about “Wren”`,
  ])
  await sentMessage(app, tom, id, { text: 'One more' })
  await app.clock.move({ hours: 1, seconds: -1 })
  expect(await mailsTo(mia)).toHaveLength(2)
  await app.clock.move({ seconds: 1 })
  expect(await mailsTo(mia)).toHaveLength(3)
  expect(app.emails.at(-1)?.text).toContain('> One more')
})

test('both parties have emails of their own, and who wants none gets none', async () => {
  const opened = await openMail()
  const { app, mia, tom, store, mailsTo } = opened
  const { id } = await store('in_progress')
  await app.call('PUT /api/notifications/choices', {
    as: mia,
    send: { kind: 'commission_news', emails: false },
  })
  await sentMessage(app, tom, id)
  await sentMessage(app, mia, id)
  await app.clock.move({ minutes: 6 })
  expect(await mailsTo(mia)).toEqual([])
  expect(await mailsTo(tom)).toEqual([`A message from ${mia.username} about “Skylark”`])
  // News from the time without emails is not sent later either.
  await app.call('PUT /api/notifications/choices', {
    as: mia,
    send: { kind: 'commission_news', emails: true },
  })
  await app.clock.move({ hours: 1 })
  expect(await mailsTo(mia)).toEqual([])
})
