// How long the list of artists takes with 100,000 artists, and whether its totals are exact.

import { sql } from 'kysely'
import { chooseFrom, seededRandom, type Random } from '../demo/music/score/random.ts'
import {
  artistSorts,
  commissionCounts,
  onlineWithinDays,
} from '../src/rules/artists/artist-search.ts'
import { storeArtists } from '../src/server/accounts/artist-row.ts'
import { filterConditions } from '../src/server/artists/find-artist-page.ts'
import { queryArtists } from '../src/contracts/artists/artists.ts'
import type { Db } from '../src/server/db/client.ts'
import { allOf } from '../src/server/search/conditions.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { openConnection, type QueryClass } from './measuring/measure-class.ts'
import { mistype } from './catalogue/random-params.ts'
import { createArtists, type BenchArtist } from './catalogue/songs.ts'
import { printClasses } from './measuring/print-classes.ts'
import { print } from './measuring/verdicts.ts'
import { warmUp } from './measuring/warm-up.ts'

const artistCount = 100_000
const goalMs = 10
const requests = 200
const compared = 300

/** `-- artists FOLDER` keeps its data for the next run. */
export async function benchArtists(): Promise<void> {
  await withCatalogueApp({ name: 'artists', keptIn: process.argv[3] }, benchFilled)
}

async function benchFilled(app: CatalogueApp): Promise<void> {
  const random = seededRandom(artistCount)
  const artists = createArtists(artistCount, random)
  if (!(await isFilled(app.slowDb))) await fillArtists(app.slowDb, artists)
  await warmUp(app.slowDb)
  console.log(`${artistCount} artists: ms over HTTP, one connection, warm; CPU is PostgreSQL's`)
  const connection = openConnection(app.url)
  const names = artists.map(({ username, displayName }) => displayName ?? username)
  await printClasses({ db: app.slowDb, connection }, queryClasses(names, random))
  connection.close()
  await compareTotals(app.slowDb, app.url, random)
}

async function isFilled(db: Db): Promise<boolean> {
  const { rows } = await sql`select from artists limit 1`.execute(db)
  return rows.length > 0
}

/** As registrations do; their figures follow. */
async function fillArtists(db: Db, artists: BenchArtist[]): Promise<void> {
  for (let from = 0; from < artistCount; from += 5_000) {
    const part = artists.slice(from, from + 5_000)
    const { rows } = await sql<{ id: string }>`
      insert into users (email, username, display_name, role)
      select name || '@example.com', name, display_name, 'artist'
      from unnest(
        ${part.map(({ username }) => username)}::text[], ${part.map(({ displayName }) => displayName)}::text[]
      ) as named (name, display_name)
      returning id
    `.execute(db)
    await storeArtists(
      db,
      rows.map(({ id }) => id),
    )
  }
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    update artists set
      followers = (random() ^ 4 * 5000)::integer, reviews = (random() ^ 4 * 300)::integer,
      commissions = (random() ^ 6 * 200)::integer, tracks = (random() ^ 3 * 400)::integer,
      rating_count = (random() ^ 3 * 500)::integer, popularity = random() ^ 5 * 100000,
      commission_price_pence = case when random() < 0.6 then 2000 + (random() * 20000)::integer end,
      last_online_at = case when random() < 0.95 then now() - make_interval(days => (random() ^ 3 * 900)::integer) end,
      joined_at = now() - make_interval(days => (random() * 900)::integer)
  `.execute(db)
  await sql`
    update artists set
      rating_sum = (rating_count * (2.5 + random() * 2.5))::integer,
      wants_commissions = commission_price_pence is not null and random() < 0.8
  `.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}

function queryClasses(names: string[], random: Random): QueryClass[] {
  const of = (name: string, params: () => Record<string, string>): QueryClass => ({
    name,
    goalMs,
    paths: Array.from(
      { length: requests },
      () => `${queryArtists.path}?${new URLSearchParams(params())}`,
    ),
  })
  const wordsOf = () => (names[Math.floor(random() * names.length)] ?? '').split(' ')
  return [
    ...artistSorts.map((orderBy) => of(orderBy, () => ({ orderBy }))),
    of('1 to 3 filters, any order', () => randomQuery(random)),
    of('any page, any order', () => ({
      orderBy: chooseFrom(artistSorts, random),
      page: String(1 + Math.floor((random() * artistCount) / 10)),
    })),
    of('any page of 1 to 3 filters', () => ({
      ...randomQuery(random),
      page: String(1 + Math.floor((random() * artistCount) / 100)),
    })),
    of('a word of a name', () => ({ query: chooseFrom(wordsOf() as [string], random) })),
    of('the first letters of a name', () => ({
      query: (wordsOf()[0] ?? '').slice(0, 2 + Math.floor(random() * 3)),
    })),
    of('a whole name', () => ({ query: wordsOf().join(' ') })),
    of('a name with a typo', () => ({ query: mistype(wordsOf(), 1, random).join(' ') })),
    of('a name with filters', () => ({ ...randomQuery(random), query: wordsOf()[0] ?? '' })),
  ]
}

function randomQuery(random: Random): Record<string, string> {
  const filters: Record<string, string>[] = [
    { lastOnlineWithin: String(chooseFrom(onlineWithinDays, random)) },
    { minCommissions: String(chooseFrom(commissionCounts, random)) },
    { availableForCommission: String(random() < 0.7) },
  ]
  const chosen = filters.filter(() => random() < 0.6)
  return Object.assign({ orderBy: chooseFrom(artistSorts, random) }, ...chosen)
}

async function compareTotals(db: Db, url: string, random: Random): Promise<void> {
  const connection = openConnection(url)
  let different = 0
  for (let at = 0; at < compared; at++) {
    const query = randomQuery(random)
    const found = await connection.get(`${queryArtists.path}?${new URLSearchParams(query)}`)
    const { rows } = await sql<{ total: number }>`
      select count(*)::integer as total from artists
      where is_listed and ${allOf(filterConditions(queryArtists.input.parse(query)))}
    `.execute(db)
    if (queryArtists.output.parse(found).totalUsers !== rows[0]?.total) different++
  }
  connection.close()
  print(different === 0, [`${different} of ${compared} totals differ from a plain count`])
}
