// The statement that finds a page also reads its tracks: to send a second one costs as much as to find them.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** A subquery of the tracks with the ids in `page.ids`, as the caller shows them, with `place`, their place in it. */
export type ShownTracks<Row> = RawBuilder<Row & { place: number }>

type Found<State> = {
  /** What `state` and `ids` are selected from. */
  from: RawBuilder<unknown>
  /** What the statement knows of the page beside its tracks, as JSON. */
  state: RawBuilder<State>
  ids: RawBuilder<unknown>
}

export async function readPage<State, Row>(
  db: Db,
  { from, state, ids }: Found<State>,
  shown: ShownTracks<Row>,
): Promise<{ state: State; tracks: Row[] }> {
  const { rows } = await sql<{ state: State; place: number | null } & Row>`
    with page as materialized (${from} select ${state} as state, ${ids} as ids)
    select page.state, shown.* from page left join lateral (${shown}) shown on true order by place
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('A page has no state.')
  return { state: first.state, tracks: rows.filter(({ place }) => place !== null) }
}
