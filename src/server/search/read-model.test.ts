// The read model follows every write in the same transaction, and can be rebuilt.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  filterHits,
  listTracks,
  plainTrack,
  titlesIn,
} from '../../../tests/support/catalogue/listing.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { addJob } from '#server/jobs/add-job.ts'
import {
  reindexArtistTracks,
  restoreTrack,
  updateTrack,
  withdrawTrack,
} from '#server/tracks/track-commands.ts'
import { rebuildTrackSearch } from './rebuild.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'

/** What the read model would be if it were made from the tracks now, without what it is. */
async function differences(app: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    with rows as (
      (select * from track_search except select * from listed_tracks)
      union all (select * from listed_tracks except select * from track_search)
    ), facets as (
      select facets from (
        select facets, tracks from facet_counts
        union all select facets, change from facet_changes
        union all select facets, -1 from listed_tracks
      ) counted group by facets having sum(tracks) <> 0
    ), words as (
      select word from (
        select word, df from current_lexicon
        union all select unnest(tsvector_to_array(words)), -1 from listed_tracks
      ) counted where word not like '#%' group by word having sum(df) <> 0
    )
    select 'row' as wrong, track_id::text as which from rows
    union all select 'facets', facets::text from facets
    union all select 'word', word from words
  `.execute(app.db)
  return rows
}

test('a new, edited, withdrawn, restored or banned track shows or vanishes at once, in lists, searches and counts', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  const shown = async () => ({
    list: titlesIn(await listTracks(app)),
    artist: titlesIn(await listTracks(app, { artistId: artist.id })),
    folk: titlesIn(await listTracks(app, { genre: 'Folk' })),
    search: titlesIn(await listTracks(app, { query: 'lindqvist' })),
    hits: (await filterHits(app)).get('genre=Folk'),
  })
  const nothing = { list: [], artist: [], folk: [], search: [], hits: 0 }
  const all = (title: string) => ({
    list: [title],
    artist: [title],
    folk: [title],
    search: [title],
    hits: 1,
  })
  const folk = { ...plainTrack, title: 'Shenandoah', genre: 'Folk' } as const
  const { id } = await createTrack(app.db, { ...folk, artistId: artist.id })
  const own = { id, artistId: artist.id }
  expect(await shown()).toEqual(all('Shenandoah'))

  await updateTrack(app.db, { ...own, changes: { ...folk, title: 'Danny Boy' } })
  expect(await shown()).toEqual(all('Danny Boy'))
  await updateTrack(app.db, { ...own, changes: { ...folk, title: 'Danny Boy', genre: 'Jazz' } })
  expect(await shown()).toEqual({ ...all('Danny Boy'), folk: [], hits: 0 })
  await updateTrack(app.db, { ...own, changes: folk })

  await withdrawTrack(app.db, own)
  expect(await shown()).toEqual(nothing)
  await restoreTrack(app.db, own)
  expect(await shown()).toEqual(all('Shenandoah'))

  const ban = (banned: boolean) =>
    app.db.updateTable('users').set({ banned }).where('id', '=', artist.id).execute()
  await ban(true)
  expect(await shown()).toEqual(nothing)
  await ban(false)
  expect(await shown()).toEqual(all('Shenandoah'))
  expect(await differences(app)).toEqual([])
})

test('a ban is announced, so that cached pages follow', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const events: string[] = []
  app.events.subscribe({
    onEvent: (event) => void events.push(JSON.stringify(event)),
    onMissed: () => undefined,
  })
  await app.eventsArrived()
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  await app.eventsArrived()
  expect(events).toContainEqual(
    expect.stringContaining(`"artistChanged","artistId":"${artist.id}"`),
  )
})

test('writes at the same time leave the rows, the counts and the words that a recount gives', async () => {
  await using app = await createTestApp()
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ] as const
  const track = { ...plainTrack, genre: 'Folk' } as const
  const existing = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      createTrack(app.db, { ...track, artistId: artists[0].id, title: `The Song ${at}` }),
    ),
  )
  const own = (at: number) => ({ id: existing[at]?.id ?? '', artistId: artists[0].id })
  await Promise.all([
    ...Array.from({ length: 12 }, (_, at) =>
      createTrack(app.db, {
        ...track,
        artistId: artists[at % 2 === 0 ? 0 : 1].id,
        title: 'The New One',
      }),
    ),
    ...[0, 1].map((at) => withdrawTrack(app.db, own(at))),
    ...[2, 3].map((at) =>
      updateTrack(app.db, {
        ...own(at),
        changes: { ...track, genre: 'Jazz', title: 'The Changed' },
      }),
    ),
    app.db.transaction().execute((tx) => reindexArtistTracks(tx, artists[0].id)),
    app.db.updateTable('users').set({ banned: true }).where('id', '=', artists[1].id).execute(),
    ...[4, 5].map((at) => countTrackActivity(app.db, own(at).id, 'purchases')),
    sql`select fold_search_changes()`.execute(app.db),
    refreshPopularity(app.db),
  ])
  await refreshPopularity(app.db)
  expect(await differences(app)).toEqual([])
  expect((await listTracks(app)).totalTracks).toBe(6 + 6)
  await sql`select fold_search_changes()`.execute(app.db)
  expect(await differences(app)).toEqual([])
  expect((await listTracks(app)).totalTracks).toBe(6 + 6)
  expect((await filterHits(app)).get('genre=Jazz')).toBe(2)
})

test('a track that is restored while its artist is banned stays hidden', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id })
  await withdrawTrack(app.db, { id, artistId: artist.id })
  let restoring: Promise<unknown> = Promise.resolve()
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
    restoring = restoreTrack(app.db, { id, artistId: artist.id })
    await untilSomeoneWaits(app)
  })
  await restoring
  expect((await listTracks(app)).totalTracks).toBe(0)
  expect(await differences(app)).toEqual([])
})

async function untilSomeoneWaits(app: TestApp): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(app.db)).rows.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a rename waits for no track that is withdrawn, restored or rebuilt at the same time', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id })
  const own = { id, artistId: artist.id }
  const others = [
    () => withdrawTrack(app.db, own),
    () => restoreTrack(app.db, own),
    () => rebuildTrackSearch(app.db),
  ]
  for (const [at, other] of others.entries()) {
    let writing: Promise<unknown> = Promise.resolve()
    await app.db.transaction().execute(async (tx) => {
      const display = { display_name: `Name ${String(at)}` }
      await tx.updateTable('users').set(display).where('id', '=', artist.id).execute()
      writing = other()
      await untilSomeoneWaits(app)
      await reindexArtistTracks(tx, artist.id)
    })
    await writing
  }
  expect(titlesIn(await listTracks(app, { query: 'name 2' }))).toHaveLength(1)
  expect(await differences(app)).toEqual([])
})

test('writes of many tracks lock their rows in the order of their ids', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const ids: string[] = []
  for (let at = 0; at < 6; at++) {
    ids.push((await createTrack(app.db, { ...plainTrack, artistId: artist.id })).id)
  }
  const [first = '', ...later] = ids.toSorted()
  // Stored with the first id last.
  await sql`update track_search set created_at = created_at - interval '1 day' where track_id = ${first}`.execute(
    app.db,
  )
  for (const id of [...later.toReversed(), first]) {
    await countTrackActivity(app.db, id, 'purchases')
  }
  const writes = [
    () => refreshPopularity(app.db),
    () => app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute(),
  ]
  for (const write of writes) {
    let writing: Promise<unknown> = Promise.resolve()
    await app.db.transaction().execute(async (tx) => {
      const lock = (wanted: string[]) =>
        sql`select from track_search where track_id = any(${wanted}::uuid[]) for update nowait`.execute(
          tx,
        )
      await lock([first])
      writing = write()
      await untilSomeoneWaits(app)
      expect((await lock(later)).rows).toHaveLength(later.length)
    })
    await writing
  }
})

test('the rebuild repairs a damaged read model: rows, counts, words, suggestions and what tracks are found by', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four'])
    ids.push((await createTrack(app.db, { ...plainTrack, artistId: artist.id, title })).id)
  const [one = '', two = '', three = '', four = ''] = ids
  await withdrawTrack(app.db, { id: four, artistId: artist.id })
  await sql`select fold_search_changes()`.execute(app.db)
  const before = await listTracks(app)
  const suggestedBefore = await suggestedRows(app)

  // As a restored backup, a forgotten trigger or a hand in the database may leave it.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('track_search').where('track_id', '=', one).execute()
    await tx.updateTable('track_search').set({ facets: 5 }).where('track_id', '=', two).execute()
    await tx.updateTable('tracks').set({ facets: 7, song: 'x' }).where('id', '=', three).execute()
    await tx.updateTable('tracks').set({ search_text: '' }).where('id', '=', four).execute()
    await sql`insert into track_search select ${four}::uuid, artist_id, song, popularity, created_at, rating,
      price_pence, facets, words, song_key from track_search where track_id = ${two}`.execute(tx)
    await tx.updateTable('facet_counts').set({ tracks: 100 }).execute()
    await tx.insertInto('facet_counts').values({ facets: 99, tracks: 3 }).execute()
    await tx.insertInto('facet_changes').values({ facets: 99, change: 4 }).execute()
    await sql`update search_lexicon set df = df + 2`.execute(tx)
    await tx.insertInto('search_lexicon').values({ word: 'nobody', df: 1 }).execute()
    await tx.deleteFrom('search_lexicon').where('word', '=', 'three').execute()
    await sql`insert into search_spellings values ('nobody', 'nobodi', '{nobody}')`.execute(tx)
    await sql`delete from suggested_songs where title = 'two'`.execute(tx)
    await sql`update suggested_songs set title = 'wrong' where title = 'three'`.execute(tx)
    await sql`insert into suggested_songs
      values (gen_random_uuid(), ${one}, 'no song', to_tsvector('simple', 'no song'), 9)`.execute(
      tx,
    )
    await sql`update suggested_artists set popularity = popularity + 5, name = 'wrong'`.execute(tx)
  })
  expect((await differences(app)).length).toBeGreaterThan(4)

  await addJob(app.db, 'rebuild_track_search', {})
  await app.work()

  expect(await differences(app)).toEqual([])
  expect(await listTracks(app)).toEqual(before)
  expect(await suggestedRows(app)).toEqual(suggestedBefore)
  expect(await spelledWords(app)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
  expect(await spelledWords(app)).not.toContain('nobody')
  await restoreTrack(app.db, { id: four, artistId: artist.id })
  expect(titlesIn(await listTracks(app, { query: 'four' }))).toEqual(['Four'])
  expect(titlesIn(await listTracks(app, { query: 'three' }))).toEqual(['Three'])
})

async function suggestedRows(app: TestApp) {
  const songs = await sql`select * from suggested_songs order by song`.execute(app.db)
  const artists = await sql`select * from suggested_artists order by artist_id`.execute(app.db)
  return { songs: songs.rows, artists: artists.rows }
}

async function spelledWords(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_spellings`.execute(app.db)
  return rows.map(({ word }) => word)
}
