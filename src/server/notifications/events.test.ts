// Who is told of what, event by event.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { decide as decideFlag } from '../../../tests/support/access/flag-case.ts'
import {
  notificationsOf,
  verifyEmails,
} from '../../../tests/support/notifications/notifications.ts'
import {
  checkOut,
  createArtistWithPayouts,
  paidCart,
  pay,
} from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { upload } from '../../../tests/support/uploading.ts'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'

const emptyApp = emptiedTestApp()

const saidTo = async (app: TestApp, user: TestUser) =>
  (await notificationsOf(app, user)).notifications.map(({ sentence, addition, path }) => [
    [sentence, addition].join(' ').trim(),
    path,
  ])

test('an artist is told of a review, a comment and, once a day and track, of ratings; the author of the answer', async () => {
  const app = await emptyApp()
  const [tom, mia, sam] = [
    await createUser(app, { role: 'artist', name: 'tom' }),
    await createUser(app, { name: 'mia' }),
    await createUser(app, { name: 'sam' }),
  ]
  await verifyEmails(app)
  const { id } = await createTrack(app.db, { artistId: tom.id, title: 'Skye' })
  const post = (path: string, as: TestUser, send: object) =>
    app.call(`POST /api/proxy/${path}`, { as, send })
  for (const as of [mia, sam, mia]) await post(`tracks/rate/${id}`, as, { rating: 4 })
  expect(await saidTo(app, tom)).toEqual([['“Skye” got 2 new ratings.', `/tracks/${id}`]])

  const reviewed = await post(`users/review/${tom.id}`, mia, {
    review: 'So <b>kind</b>\nand quick',
  })
  await post(`tracks/comment/${id}`, sam, { comment: 'Warm' })
  const reviewId = reviewed.json<{ reviews: { id: string }[] }>().reviews[0]?.id
  await post(`reviews/${reviewId}/answer`, tom, { answer: 'Thank you' })
  expect((await saidTo(app, tom)).slice(0, 2)).toEqual([
    ['sam commented on “Skye”.', `/tracks/${id}`],
    ['mia wrote a review of you.', `/artist/${tom.id}`],
  ])
  expect(await saidTo(app, mia)).toEqual([['tom answered your review.', `/artist/${tom.id}`]])
  expect(await saidTo(app, sam)).toEqual([])

  await app.work()
  expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
    [tom.email, 'mia wrote a review of you'],
  ])
  expect(app.emails[0]?.text).toContain('> So <b>kind</b>\n> and quick')

  await app.call(`DELETE /api/proxy/reviews/${reviewId}`, { as: mia })
  expect([await saidTo(app, mia), (await saidTo(app, tom)).length]).toEqual([[], 2])
})

test('an artist is told once of a sale and once of its transfer, however often the jobs run', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  await verifyEmails(app)
  const tracks = [
    await createTrack(app.db, { artistId: artist.id, title: 'Ash', pricePence: 300 }),
    await createTrack(app.db, { artistId: artist.id, title: 'Birch', pricePence: 200 }),
  ]
  const { url, sessionId } = await checkOut(
    app,
    mia,
    tracks.map(({ id }) => id),
  )
  await pay(url)
  for (let count = 0; count < 2; count++) {
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
    await app.letTimePass()
    await app.work()
  }
  const said = await saidTo(app, artist)
  expect(said).toEqual([
    ['£5.00 was transferred to your payment account.', '/artist-dashboard/sales'],
    [
      expect.stringMatching(/^You sold “(Ash|Birch)” and “(Ash|Birch)” and earned £5\.00\.$/),
      '/artist-dashboard/sales',
    ],
  ])
  const emails = app.emails.filter(({ to }) => to === artist.email).map(({ subject }) => subject)
  expect(emails.toSorted()).toEqual(
    said.map(([text]) => String(text).replace(/\.$/, '')).toSorted(),
  )
  expect(await saidTo(app, mia)).toEqual([])
})

test('a sale tells each artist of their own tracks and pence, not of the other artist’s', async () => {
  const app = await emptyApp()
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const ash = await createTrack(app.db, { artistId: rosa.id, pricePence: 500, title: 'Ash' })
  const elm = await createTrack(app.db, { artistId: tom.id, pricePence: 300, title: 'Elm' })
  await paidCart(app, mia, [ash.id, elm.id])
  for (const [artist, sentence] of [
    [rosa, 'You sold “Ash” and earned £5.00.'],
    [tom, 'You sold “Elm” and earned £3.00.'],
  ] as const) {
    const { notifications } = await notificationsOf(app, artist)
    expect(notifications.map((one) => one.sentence)).toEqual([sentence])
  }
})

test('an artist is told that an upload is listed or why it was refused; followers of that artist of the new track', async () => {
  const app = await emptyApp()
  const [rosa, mia, sam, banned] = [
    await createArtistWithPayouts(app, 'Rosa'),
    await createUser(app),
    await createUser(app),
    await createUser(app),
  ]
  await verifyEmails(app)
  for (const as of [mia, sam, banned]) await app.call(`POST /api/users/follow/${rosa.id}`, { as })
  await app.call(`POST /api/users/unfollow/${rosa.id}`, { as: sam })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute()
  const sent = await upload(app, { as: rosa, file: makeWav({ seconds: 12, waveform: tone(220) }) })
  const { id } = sent.json<{ id: string }>()
  await app.work()
  expect(await saidTo(app, rosa)).toEqual([['“Skye Boat Song” is listed now.', `/tracks/${id}`]])
  expect(await saidTo(app, mia)).toEqual([
    [`Rosa has a new track: “Skye Boat Song”.`, `/tracks/${id}`],
  ])
  expect(await saidTo(app, sam)).toEqual([])
  const told = await app.db.selectFrom('notifications').select('user_id').execute()
  expect(told.map(({ user_id: userId }) => userId)).not.toContain(banned.id)
  expect(app.emails).toEqual([])

  await upload(app, { as: rosa, file: makeWav({ seconds: 1, waveform: tone(220) }) })
  await app.work()
  const [newest] = await saidTo(app, rosa)
  expect(newest?.[0]).toMatch(/^“Skye Boat Song” could not be listed\. \S+/)
  expect(app.emails.map(({ subject }) => subject)).toEqual(['“Skye Boat Song” could not be listed'])
})

test('a banned user is told by email why, and when it ends', async () => {
  const app = await emptyApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  const change = (path: string, send: object) =>
    app.call(`POST /api/proxy/admin/${path}-user`, { as: admin, send })
  for (const reason of ['Copied recordings.', 'Again.'])
    await change('ban', { artistId: mia.id, reason })
  await change('unban', { artistId: mia.id, reason: 'A mistake of ours.' })
  await change('ban', { artistId: mia.id })
  await change('unban', { artistId: mia.id })
  await app.work()
  expect(app.emails.map(({ to }) => to)).toEqual(Array(4).fill(mia.email))
  expect(app.emails.map(({ text }) => text.split('\n\n')[2] ?? '').toSorted()).toEqual(
    [
      'Your account is suspended. The reason: Copied recordings.',
      'Your account is no longer suspended. The reason: A mistake of ours.',
      'Your account is suspended.',
      'Your account is no longer suspended.',
    ].toSorted(),
  )
  expect(await saidTo(app, mia)).toHaveLength(4)
  expect(new Set((await saidTo(app, mia)).map(([, path]) => path))).toEqual(
    new Set(['/contact', '/']),
  )
})

test('each admin is told once of a report and of a counter-notice; the outcome leads its reporter to the track, or to the rules', async () => {
  const app = await emptyApp()
  const [admin, colleague] = [await createAdmin(app), await createAdmin(app)]
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  await verifyEmails(app)
  const { id } = await createTrack(app.db, { artistId: tom.id, title: 'Skye' })
  const post = (path: string, as: TestUser, send: object) =>
    app.call(`POST /api/proxy/${path}`, { as, send })
  const report = async () =>
    (await post(`flags/track/${id}`, mia, { type: 'copyright', reason: 'Mine.' })).json<{
      id: string
    }>().id
  const decide = (flagId: string, step: string) =>
    decideFlag(app, admin, flagId, step, 'Listened to both.')

  const first = await report()
  await report()
  const reported = ['“Skye” was reported.', '/admin/flags?state=open']
  for (const one of [admin, colleague]) expect(await saidTo(app, one)).toEqual([reported])
  await app.work()
  expect(app.emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual(
    [admin, colleague].map(({ email }) => `${email}: “Skye” was reported`).toSorted(),
  )
  await decide(first, 'reject')
  expect(await saidTo(app, mia)).toEqual([
    [
      '“Skye”, which you reported, stays listed. Thank you for telling us. The reason: Listened to both.',
      `/tracks/${id}`,
    ],
  ])

  const second = await report()
  await decide(second, 'uphold')
  expect((await saidTo(app, mia))[0]?.[1]).toBe('/copyright-policy')
  expect((await saidTo(app, tom))[0]?.[1]).toBe('/artist-dashboard/take-downs')
  for (const text of ['I wrote it.', 'Again.'])
    await post(`flags/${second}/counter-notice`, tom, { text })
  for (const one of [admin, colleague])
    expect(await saidTo(app, one)).toEqual([
      ['The artist of “Skye” sent a counter-notice.', '/admin/flags?state=open'],
      reported,
      reported,
    ])

  await decide(second, 'reinstate')
  await post(`admin/tracks/${id}/take-down`, admin, { reason: 'A complaint.' })
  // Without a report there is nothing to answer by a counter-notice.
  expect((await saidTo(app, tom))[0]).toEqual([
    'We have taken “Skye” down. The reason: A complaint.',
    '/contact?subject=objection',
  ])
})
