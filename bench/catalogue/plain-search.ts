// The same search by the plainest SQL: no read model, no index, no stored counts. The catalogue's lists are compared with it.

import { sql, type RawBuilder } from 'kysely'
import { readSearchText, type SearchGroup } from '../../src/rules/search/search-text.ts'
import { otherNumbers } from '../../src/rules/search/word-number.ts'
import { facetFields, type Facet, type FacetName } from '../../src/rules/track-facets.ts'
import type { TrackFilterName, TrackSearch } from '../../src/rules/track-search.ts'
import type { Db } from '../../src/server/db/client.ts'

type Condition = RawBuilder<unknown>

export type PlainPage = { ids: string[]; total: number; page: number }

/** Copies what visitors may see of every track at this moment, and the words of all of them. */
export async function createPlainTracks(db: Db): Promise<void> {
  await sql`drop table if exists plain_tracks, plain_words`.execute(db)
  await sql`
    create unlogged table plain_tracks as
    select tracks.id, artist_id, tracks.created_at, price_pence, format, instrumentation, genre,
      vocal_range, is_higher, is_lower, tempo_bpm, rating_rank as rating, ${pitchClass} as pitch_class,
      coalesce(key_signature like '%m', false) as is_minor,
      coalesce((
        select sum((purchases * 5 + downloads + plays * 0.1) * 2 ^ ((day - date '2020-01-01') / 90.0) order by day)
        from track_activity where track_id = tracks.id
      ), 0) as popularity,
      ' ' || ${plainWords} || ' ' as words
    from tracks join users on users.id = artist_id
    where withdrawn_at is null and not banned
  `.execute(db)
  await sql`
    create unlogged table plain_words as
    select distinct unnest(string_to_array(words, ' ')) as word from plain_tracks
  `.execute(db)
  await sql`alter table plain_words add primary key (word)`.execute(db)
  await sql`analyze plain_tracks, plain_words`.execute(db)
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
  replace(replace(replace(replace(translate(
    regexp_replace(
      lower(normalize(concat_ws(' ', title, original_artist, username, display_name), nfkd) collate pg_c_utf8),
      '[\u0300-\u036f]', '', 'g'
    ),
    'øłđðı''’‘ʼʻ′\u0060', 'olddi'
  ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') collate pg_c_utf8,
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

/**
 * Words as they are typed: what only a correction finds is no plain match. The table is read once, because a million tracks
 * take half a second.
 */
export async function findPlainly(db: Db, search: TrackSearch): Promise<PlainPage> {
  const conditions = [sql`true`, ...filterConditions(search), ...(await textConditions(db, search))]
  const { rows } = await sql<PlainPage>`
    with matching as materialized (
      select id, popularity, created_at, rating, price_pence
      from plain_tracks where ${sql.join(conditions, sql` and `)}
    ), counted as (
      select count(*)::integer as total,
        greatest(1, least(${search.page}, ceil(count(*) / ${pageSize}::numeric)))::integer as page
      from matching
    )
    select total, page, array(
      select id from matching order by ${orders[search.orderBy]}
      limit ${pageSize} offset (page - 1) * ${pageSize}
    ) as ids
    from counted
  `.execute(db)
  return rows[0] ?? { ids: [], total: 0, page: 1 }
}

type Conditions = { [Name in TrackFilterName]: (value: string) => Condition }

const filters: Omit<Conditions, 'isHigher' | 'isLower'> = {
  keySig: (key) => sql`pitch_class = ${pitchClassOfChoice(key)}`,
  'vocal-range': (range) => sql`vocal_range = ${range}`,
  vocalGender: (gender) => sql`vocal_range = any(${rangesOf[gender] ?? []})`,
  type: (format) => sql`format = ${format}`,
  backingTrackType: (instrumentation) => sql`instrumentation = ${instrumentation}`,
  genre: (genre) => sql`genre = ${genre}`,
  tempo: tempoCondition,
}

function tempoCondition(band: string): Condition {
  const [from, below] = beatsOf[band] ?? [0, 0]
  // Half a beat is rounded up, as in the rules; PostgreSQL rounds a real to the even neighbour.
  return sql`(floor(tempo_bpm::numeric + 0.5) >= ${from} and floor(tempo_bpm::numeric + 0.5) < ${below})`
}

const beatsOf: Record<string, [from: number, below: number]> = {
  slow: [0, 76],
  relaxed: [76, 96],
  moderate: [96, 116],
  upbeat: [116, 140],
  fast: [140, 1000],
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
  const { artistId, isHigher, isLower } = search
  const shifted =
    isHigher && isLower
      ? [sql`(is_higher or is_lower)`]
      : [...(isHigher ? [sql`is_higher`] : []), ...(isLower ? [sql`is_lower`] : [])]
  const others = Object.entries(filters).flatMap(([name, condition]) => {
    const value = search[name as keyof typeof filters]
    return value === undefined ? [] : [condition(value)]
  })
  const ofArtist = artistId === undefined ? [] : [sql`artist_id = ${artistId}`]
  return [...ofArtist, ...shifted, ...others]
}

/** Every group of words that belong together has to match, as words or as what they name. */
async function textConditions(db: Db, { query }: TrackSearch): Promise<Condition[]> {
  if (query === undefined) return []
  const groups = readSearchText(query)
  if (groups.length === 0) return [sql`false`]
  const conditions: Condition[] = []
  for (const group of groups) conditions.push(await groupCondition(db, group))
  return conditions
}

async function groupCondition(db: Db, group: SearchGroup): Promise<Condition> {
  const { words, facets, unfinished, isLast } = group
  const [word = ''] = words
  const isKnown = await isWord(db, word)
  const has = (text: string, isWhole: boolean) =>
    sql`words like ${`% ${text}${isWhole ? ' ' : ''}%`}`
  const asWords =
    words.length === 1
      ? [has(word, isKnown && !isLast), ...otherNumbers(word).map((other) => has(other, true))]
      : [allOf(words.map((one, at) => has(one, !isLast || at < words.length - 1)))]
  return anyOf([
    ...asWords,
    ...(facets.length > 0 ? [allOf(facets.map(facetCondition))] : []),
    ...(isKnown ? [] : unfinished.map(facetCondition)),
  ])
}

const allOf = (conditions: Condition[]) => sql`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: Condition[]) => sql`(${sql.join(conditions, sql` or `)})`

async function isWord(db: Db, word: string): Promise<boolean> {
  const { rows } = await sql`
    select from plain_words where word = ${word}
  `.execute(db)
  return rows.length > 0
}

function facetCondition({ name, code }: Facet): Condition {
  const value = String(facetFields[name].values[code - 1])
  const conditions: Record<FacetName, Condition> = {
    genre: sql`genre = ${value}`,
    vocalRange: sql`vocal_range = ${value}`,
    vocalGender: sql`vocal_range = any(${rangesOf[value] ?? []})`,
    format: sql`format = ${value}`,
    instrumentation: sql`instrumentation = ${value}`,
    pitchClass: sql`pitch_class = ${code - 1}`,
    minor: sql`is_minor`,
    major: sql`(pitch_class is not null and not is_minor)`,
    higher: sql`is_higher`,
    lower: sql`is_lower`,
    higherOrLower: sql`(is_higher or is_lower)`,
    qualityValidated: sql`true`,
    tempo: tempoCondition(value),
  }
  return conditions[name]
}
