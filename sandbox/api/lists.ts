// Lists as the provider pages them: newest first, starting after or ending before one object's id.
import type { Sandbox } from '../state/sandbox.ts'
import type { CreatedRange, ObjectPage, ObjectQuery } from '../storage/object-store.ts'
import type { Kind, StoredKinds } from '../storage/stored-kinds.ts'
import type { Call } from './operation.ts'
import { noSuch } from './stripe-failure.ts'

const usualLimit = 10

export interface ListParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | CreatedRange
}

export interface ListResponse<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}

export function listResponse<Item>(page: ObjectPage<Item>, url: string): ListResponse<Item> {
  return { object: 'list', data: page.data, has_more: page.hasMore, url }
}

/** One page of objects of a kind that have the given properties. */
export function listObjects<K extends Kind>(
  { store }: Sandbox,
  kind: K,
  call: Call<ListParams>,
  list: { url: string; since?: number } & Pick<ObjectQuery, 'where' | 'payout'>,
): ListResponse<StoredKinds[K]> {
  const { created, starting_after: startingAfter, ending_before: endingBefore } = call.params
  for (const [param, id] of Object.entries({ startingAfter, endingBefore })) {
    if (id !== undefined && !store.find(kind, id, call.owner)) {
      throw noSuch(kind, id, param === 'startingAfter' ? 'starting_after' : 'ending_before')
    }
  }
  const page = store.list(kind, {
    owner: call.owner,
    limit: call.params.limit ?? usualLimit,
    ...(list.where ? { where: list.where } : {}),
    payout: list.payout,
    created: { ...createdRange(created), since: list.since },
    ...(startingAfter === undefined ? {} : { startingAfter }),
    ...(endingBefore === undefined ? {} : { endingBefore }),
  })
  return listResponse(page, list.url)
}

function createdRange(created: ListParams['created']): CreatedRange {
  return typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
}

/** Limit and start of a list whose items are not stored as objects of their own. */
export function listRange(params: ListParams): {
  limit: number
  startingAfter?: string
  endingBefore?: string
} {
  return {
    limit: params.limit ?? usualLimit,
    ...(params.starting_after === undefined ? {} : { startingAfter: params.starting_after }),
    ...(params.ending_before === undefined ? {} : { endingBefore: params.ending_before }),
  }
}
