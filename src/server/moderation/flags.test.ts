import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Flag } from '#contracts/moderation/flags.ts'
import { restoreTrack, updateTrack, withdrawTrack } from '#server/tracks/track-commands.ts'
import {
  codeOf,
  createCase,
  decide,
  flag,
  isListed,
  listFlags,
  sentClaim,
  sentFlag,
  takeDowns,
  toldOf,
} from '../../../tests/support/access/flag-case.ts'
import { createTrack, createUser, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a logged-in user flags a track with a type and a reason; the flag keeps a copy of the track (FLG-02, FLG-09, API-44, ROL-16)', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  await updateTrack(app.db, { id: track.id, artistId: tom.id, changes: { title: 'Another' } })
  const { flags, total } = await listFlags(app, admin)
  expect(total).toBe(1)
  expect(flags).toEqual([
    expect.objectContaining({
      id,
      trackId: track.id,
      ...sentFlag,
      status: 'new',
      reporter: { id: mia.id, username: mia.username },
      flagged: expect.objectContaining({ title: 'Blackbird', artistName: tom.username }),
      isListed: true,
      flagsOfTrack: 1,
      claim: null,
      decision: null,
      counterNotice: null,
    }),
  ])
  await app.db.deleteFrom('users').where('id', '=', mia.id).execute()
  expect((await listFlags(app, admin)).flags).toMatchObject([{ id, reporter: null }])
})

test('visitors, banned users and the artist of a track cannot flag it, and an unknown track is not found; each refusal has a message (FLG-09, API-44, ROL-26)', async () => {
  const app = await emptyApp()
  const [tom, mia, banned] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app),
    await createUser(app),
  ]
  const track = await createTrack(app.db, { artistId: tom.id })
  const withdrawn = await createTrack(app.db, { artistId: tom.id })
  await withdrawTrack(app.db, { id: withdrawn.id, artistId: tom.id })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute()
  const visitor = await flag(app, track.id)
  expect(visitor.statusCode).toBe(401)
  expect(visitor.json()).toMatchObject({
    code: 'flag_login_required',
    message: 'Not logged in. Please create an account, or flag via contact form.',
  })
  expect(codeOf(await flag(app, track.id, banned))).toBe('banned')
  const own = await flag(app, track.id, tom)
  expect(own.json()).toMatchObject({
    code: 'own_flag',
    message: 'This is your own track. You can change or withdraw it in your dashboard.',
  })
  expect(codeOf(await flag(app, withdrawn.id, mia))).toBe('not_found')
  expect(codeOf(await flag(app, randomUUID(), mia))).toBe('not_found')
  const flags = app.db.selectFrom('flags').where('track_id', 'in', [track.id, withdrawn.id])
  expect(await flags.select('id').execute()).toEqual([])
})

test('a flag needs one of the types and a reason that can be read (FLG-02, FLG-04)', async () => {
  const app = await emptyApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const track = await createTrack(app.db, { artistId: tom.id })
  for (const [wrong, path, message] of [
    [{ ...sentFlag, reason: ' \u200B\n' }, 'reason', 'Please say what is wrong with this track.'],
    [{ type: 'dmca' }, 'reason', 'Please say what is wrong with this track.'],
    [{ ...sentFlag, reason: 'x'.repeat(2001) }, 'reason', 'Please use at most 2000 characters'],
    [{ ...sentFlag, type: 'rude' }, 'type', 'Please choose what this is about.'],
  ] as const) {
    const refused = (await flag(app, track.id, mia, wrong)).json<{ issues: object[] }>()
    expect(refused.issues).toEqual([expect.objectContaining({ path: [path], message })])
  }
  const accepted = await flag(app, track.id, mia, { type: 'dmca', reason: ' Mine\r\n ' })
  expect(accepted.json()).toMatchObject({ status: 'new' })
})

test('a user has one open flag for a track, also with simultaneous calls, and another once it is decided', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  const sam = await createUser(app)
  expect(codeOf(await flag(app, track.id, mia))).toBe('already_flagged')
  const together = await Promise.all(Array.from({ length: 4 }, () => flag(app, track.id, sam)))
  expect(together.map((one) => one.statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409,
  ])
  await decide(app, admin, id, 'review')
  expect(codeOf(await flag(app, track.id, mia))).toBe('already_flagged')
  await decide(app, admin, id, 'reject')
  expect((await flag(app, track.id, mia)).statusCode).toBe(200)
  const { flags } = await listFlags(app, admin)
  expect(flags.map((one) => one.flagsOfTrack)).toEqual([3, 3])
  const others = await Promise.all(
    Array.from({ length: 6 }, () => createTrack(app.db, { artistId: tom.id })),
  )
  const last = await Promise.all(others.map((one) => flag(app, one.id, sam)))
  expect(last.map(codeOf)).toContain('too_many_flags')
})

test('before anything is written the form is told of an open flag of the caller, and of an own track', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  const sam = await createUser(app)
  const told = async (as?: TestUser, trackId = track.id) =>
    app.call(`GET /api/proxy/flags/track/${trackId}`, as ? { as } : {})
  const refusalOf = async (as: TestUser) => (await told(as)).json<{ refusal: unknown }>().refusal
  expect((await told()).json()).toMatchObject({ code: 'flag_login_required' })
  expect(codeOf(await told(mia, randomUUID()))).toBe('not_found')
  expect(await refusalOf(tom)).toBe('own_flag')
  // Another user's flag of the track, and the own one of another track, are none.
  const other = await createTrack(app.db, { artistId: tom.id, title: 'Another' })
  await flag(app, other.id, sam)
  expect(await refusalOf(sam)).toBeNull()
  expect(await refusalOf(mia)).toBe('already_flagged')
  await decide(app, admin, id, 'review')
  expect(await refusalOf(mia)).toBe('already_flagged')
  await decide(app, admin, id, 'reject')
  expect(await refusalOf(mia)).toBeNull()
})

test('an upheld flag takes the track down at once, and only an admin lists it again', async () => {
  const app = await emptyApp()
  const { tom, admin, track, id } = await createCase(app)
  const own = { id: track.id, artistId: tom.id }
  expect(codeOf(await decide(app, admin, id, 'confirm'))).toBe('flag_moved')
  const upheld = (await decide(app, admin, id, 'uphold', 'It is theirs.')).json<Flag>()
  expect(upheld).toMatchObject({
    status: 'upheld',
    isListed: false,
    decision: { reason: 'It is theirs.' },
  })
  expect(await isListed(app, track.id)).toBe(false)
  await expect(restoreTrack(app.db, own)).rejects.toMatchObject({ code: 'track_taken_down' })
  expect(codeOf(await decide(app, admin, id, 'uphold'))).toBe('flag_moved')
  await decide(app, admin, id, 'reinstate', 'A mistake.')
  expect(await isListed(app, track.id)).toBe(true)
  const logged = {
    admin_id: admin.id,
    subject_kind: 'track',
    subject_id: track.id,
    details: { flagId: id },
  }
  const actions = app.db.selectFrom('admin_actions').where('subject_id', '=', track.id)
  expect(await actions.selectAll().orderBy('id').execute()).toMatchObject([
    { ...logged, action: 'uphold_flag', reason: 'It is theirs.' },
    { ...logged, action: 'reinstate_flag', reason: 'A mistake.' },
  ])
  await withdrawTrack(app.db, own)
  await restoreTrack(app.db, own)
  expect(await isListed(app, track.id)).toBe(true)
})

test('a track stays down while another flag keeps it down, and withdrawn if its artist had withdrawn it', async () => {
  const app = await emptyApp()
  const { tom, admin, track, id } = await createCase(app)
  const second = (await flag(app, track.id, await createUser(app))).json<{ id: string }>().id
  const third = (await flag(app, track.id, await createUser(app))).json<{ id: string }>().id
  await Promise.all([decide(app, admin, id, 'uphold'), decide(app, admin, second, 'uphold')])
  await decide(app, admin, id, 'reinstate')
  expect(await isListed(app, track.id)).toBe(false)
  // In both orders the third keeps it down.
  await Promise.all([decide(app, admin, second, 'reinstate'), decide(app, admin, third, 'uphold')])
  expect(await isListed(app, track.id)).toBe(false)
  await decide(app, admin, third, 'reinstate')
  expect(await isListed(app, track.id)).toBe(true)

  const withdrawn = await createTrack(app.db, { artistId: tom.id })
  const fourth = (await flag(app, withdrawn.id, await createUser(app))).json<{ id: string }>().id
  await withdrawTrack(app.db, { id: withdrawn.id, artistId: tom.id })
  await decide(app, admin, fourth, 'uphold')
  await decide(app, admin, fourth, 'reinstate')
  expect(await isListed(app, withdrawn.id)).toBe(false)
})

test('the artist reads what was claimed, sends one counter-notice, and the admin confirms the take-down or lists the track again', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  const other = await createUser(app, { role: 'artist' })
  const counter = (as: TestUser, text = 'I wrote it.') =>
    app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as, send: { text } })
  expect(codeOf(await counter(tom))).toBe('not_found')
  expect(await takeDowns(app, tom)).toEqual([])
  await decide(app, admin, id, 'uphold', 'It is theirs.')
  expect(codeOf(await counter(other))).toBe('not_found')
  expect(codeOf(await counter(mia))).toBe('not_found')
  expect(codeOf(await counter(tom, ' '))).toBe('invalid_input')
  const about = { kind: 'track', trackId: track.id, title: 'Blackbird' }
  const own = { id, ...about, type: 'copyright', claim: sentClaim }
  expect(await takeDowns(app, tom)).toEqual([expect.objectContaining(own)])
  expect((await counter(tom)).json()).toEqual({
    ...own,
    status: 'countered',
    decision: expect.objectContaining({ reason: 'It is theirs.' }),
    counterNotice: expect.objectContaining({ text: 'I wrote it.' }),
  })
  expect(codeOf(await counter(tom))).toBe('flag_moved')
  expect(await takeDowns(app, other)).toEqual([])
  expect(await takeDowns(app, tom)).toEqual([expect.objectContaining(own)])
  const dashboard = await app.call('GET /api/proxy/artists/tracks?query=other', { as: tom })
  expect(dashboard.json()).toMatchObject({ totalTracks: 0, takenDownTracks: 1 })
  expect((await listFlags(app, admin)).flags).toEqual([
    expect.objectContaining({ id, status: 'countered', claim: sentClaim }),
  ])
  await decide(app, admin, id, 'confirm')
  expect(await isListed(app, track.id)).toBe(false)
  expect(await toldOf(app, tom)).toEqual(['track_taken_down', 'track_taken_down'])
  expect((await listFlags(app, admin, '?state=takenDown')).total).toBe(1)
  await decide(app, admin, id, 'reinstate')
  // The case stays, with the last word about the same claim.
  expect(await takeDowns(app, tom)).toEqual([
    expect.objectContaining({ ...own, status: 'reinstated' }),
  ])
  expect((await listFlags(app, admin, '?state=closed')).flags).toEqual([
    expect.objectContaining({ id, status: 'reinstated', isListed: true }),
  ])
})

test('an admin’s list begins with what is to decide, and counts the flags of each part', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, id } = await createCase(app)
  const others = ['uphold', 'reject', 'review'] as const
  for (const step of others) {
    const track = await createTrack(app.db, { artistId: tom.id, title: step })
    const flagged = (await flag(app, track.id, mia)).json<{ id: string }>()
    await decide(app, admin, flagged.id, step)
  }
  const shown = async (query: string) => {
    const { flags, total, counts } = await listFlags(app, admin, query)
    expect(counts).toEqual({ open: 2, takenDown: 1, closed: 1, all: 4 })
    expect(flags).toHaveLength(total)
    return flags.map(({ status }) => status)
  }
  expect(await shown('')).toEqual(['new', 'reviewing'])
  expect(await shown('?state=takenDown')).toEqual(['upheld'])
  expect(await shown('?state=closed')).toEqual(['rejected'])
  expect((await shown('?state=all')).toSorted()).toEqual(['new', 'rejected', 'reviewing', 'upheld'])
  await decide(app, admin, id, 'reject')
  expect((await listFlags(app, admin)).counts).toEqual({ open: 1, takenDown: 1, closed: 2, all: 4 })
})

test('the queue is paged, the longest waiting first', async () => {
  const app = await emptyApp()
  const { tom, mia, admin } = await createCase(app)
  const tracks = await Promise.all(
    Array.from({ length: 51 }, () => createTrack(app.db, { artistId: tom.id })),
  )
  await app.db
    .insertInto('flags')
    .values(
      tracks.map((track, at) => ({
        id: randomUUID(),
        subject_kind: 'track' as const,
        subject_id: track.id,
        track_id: track.id,
        reporter_id: mia.id,
        type: 'other' as const,
        reason: `${at}`,
        status: 'new' as const,
        flagged: JSON.stringify({
          title: 'Blackbird',
          originalArtist: 'x',
          description: 'x',
          artistId: tom.id,
          artistName: 'Tom',
          licenceStatus: 'original',
          licensedFrom: null,
          sha256: 'x',
        }),
        created_at: new Date(Date.UTC(2025, 0, 1, 0, at)),
      })),
    )
    .execute()
  const [first, beyond] = [await listFlags(app, admin), await listFlags(app, admin, '?page=9')]
  expect(first).toMatchObject({ total: 52, totalPages: 2, currentPage: 1 })
  expect(first.flags.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 50 }, (_, at) => `${at}`),
  )
  expect(beyond.currentPage).toBe(2)
  expect(beyond.flags.map(({ reason }) => reason)).toEqual(['50', 'I recorded this.'])
})
