// The same search by the plainest SQL: no read model, no index, no stored counts. The catalogue's lists are compared with it.

import { sql, type RawBuilder } from 'kysely'
import type { TrackFilterName, TrackSearch } from '../../src/rules/track-search.ts'
import type { Db } from '../../src/server/db/client.ts'

type Condition = RawBuilder<unknown>

export type PlainPage = { ids: string[]; total: number; page: number }

/** Every track that visitors may see: as a view, or as a table of the moment where the catalogue is large. */
export async function createPlainTracks(db: Db, kind: 'view' | 'unlogged table'): Promise<void> {
  await sql`
    create ${sql.raw(kind)} plain_tracks as
    select tracks.id, artist_id, tracks.created_at, price_pence, format, instrumentation, genre,
      vocal_range, is_higher, is_lower, rating_rank as rating, ${pitchClass} as pitch_class,
      coalesce((
        select sum((purchases * 5 + downloads + plays * 0.1) * 2 ^ ((day - date '2020-01-01') / 90.0) order by day)
        from track_activity where track_id = tracks.id
      ), 0) as popularity,
      ' ' || ${plainWords} || ' ' as words
    from tracks join users on users.id = artist_id
    where withdrawn_at is null and not banned
  `.execute(db)
}

/** 0 for C; C# and Db are the same. Null without a key. */
const pitchClass = sql`case
  when key_signature ~ '^[A-G][b#]?m?$' then (
    case left(key_signature, 1)
      when 'C' then 0 when 'D' then 2 when 'E' then 4 when 'F' then 5 when 'G' then 7 when 'A' then 9 else 11
    end
    + case substring(key_signature from 2 for 1) when '#' then 13 when 'b' then 11 else 12 end
  ) % 12
end`

/** Without accents, capitals and apostrophes; one space between two words. */
const plainWords = sql`regexp_replace(
  translate(
    regexp_replace(
      lower(normalize(concat_ws(' ', title, original_artist, username, display_name), nfkd) collate pg_c_utf8),
      '[\u0300-\u036f]', '', 'g'
    ),
    '''’‘', ''
  ) collate pg_c_utf8,
  '[^[:alnum:]]+', ' ', 'g'
)`

const orders: Record<TrackSearch['orderBy'], Condition> = {
  popularity: sql`popularity desc, created_at desc, id desc`,
  'date-uploaded': sql`created_at desc, id desc`,
  'date-uploaded/ascending': sql`created_at, id`,
  rating: sql`rating desc nulls last, id desc`,
  price: sql`price_pence, id`,
}

const pageSize = 10

/** Words are compared as they are typed: a search with mistakes, or with words for filters, is no plain search. */
export async function findPlainly(db: Db, search: TrackSearch): Promise<PlainPage> {
  const matching = sql`from plain_tracks where ${sql.join([sql`true`, ...conditionsOf(search)], sql` and `)}`
  const counted = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(db)
  const total = Number(counted.rows[0]?.total)
  const page = Math.max(1, Math.min(search.page, Math.ceil(total / pageSize)))
  const { rows } = await sql<{ id: string }>`
    select id ${matching} order by ${orders[search.orderBy]} limit ${pageSize} offset ${(page - 1) * pageSize}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), total, page }
}

function conditionsOf(search: TrackSearch): Condition[] {
  const words = search.query?.split(' ') ?? []
  return [
    ...(search.artistId === undefined ? [] : [sql`artist_id = ${search.artistId}`]),
    ...words.map((word) => sql`words like ${`% ${word}%`}`),
    ...filterConditions(search),
  ]
}

type Conditions = { [Name in TrackFilterName]: (value: string) => Condition }

const filters: Omit<Conditions, 'isHigher' | 'isLower'> = {
  keySig: (key) => sql`pitch_class = ${pitchClassOfChoice(key)}`,
  'vocal-range': (range) => sql`vocal_range = ${range}`,
  vocalGender: (gender) => sql`vocal_range = any(${rangesOf[gender] ?? []})`,
  type: (format) => sql`format = ${format}`,
  backingTrackType: (instrumentation) => sql`instrumentation = ${instrumentation}`,
  genre: (genre) => sql`genre = ${genre}`,
}

const rangesOf: Record<string, string[]> = {
  female: ['Soprano', 'Mezzo-Soprano', 'Alto', 'Contralto'],
  male: ['Countertenor', 'Tenor', 'Baritone', 'Bass'],
}

function pitchClassOfChoice(key: string): number {
  const flats = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B']
  const sharps = ['B#', 'C#', 'D', 'D#', 'Fb', 'E#', 'F#', 'G', 'G#', 'A', 'A#', 'Cb']
  return Math.max(flats.indexOf(key), sharps.indexOf(key))
}

/** Higher and lower together find the tracks that are either (D-065). */
function filterConditions(search: TrackSearch): Condition[] {
  const { isHigher, isLower } = search
  const shifted =
    isHigher && isLower
      ? [sql`(is_higher or is_lower)`]
      : [...(isHigher ? [sql`is_higher`] : []), ...(isLower ? [sql`is_lower`] : [])]
  const others = Object.entries(filters).flatMap(([name, condition]) => {
    const value = search[name as keyof typeof filters]
    return value === undefined ? [] : [condition(value)]
  })
  return [...shifted, ...others]
}
