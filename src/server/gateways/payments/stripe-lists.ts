// The provider's lists, page by page.

import type { UnreadObject } from './made-objects.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type CallProvider = ReturnType<typeof callsWithDeadline>['callProvider']
type ListPage<Item> = { data: Item[]; has_more: boolean }
type PageParams = { limit: number; created?: { gte: number }; starting_after?: string }

export const pageSize = 100

/** To expand: how each object of a list has moved our balance. */
export const listedBalance = ['data.balance_transaction']

/** A call a page: each has its own deadline. */
export function listing(callProvider: CallProvider) {
  /** @param since null for all */
  return async function listAll<Item extends { id: string }>(
    since: Date | null,
    read: (params: PageParams) => Promise<ListPage<Item>>,
  ): Promise<Item[]> {
    const found: Item[] = []
    const created = since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1000) } }
    let last: Item | undefined
    let hasMore = true
    while (hasMore) {
      const start = last === undefined ? {} : { starting_after: last.id }
      const page = await callProvider(() => read({ limit: pageSize, ...created, ...start }))
      found.push(...page.data)
      last = page.data.at(-1)
      hasMore = page.has_more && last !== undefined
    }
    return found
  }
}

/** Each in the app's terms: one that cannot be read does not hide the others. */
export function readEach<Item extends { id: string }, Made>(
  items: readonly Item[],
  read: (item: Item) => Made,
): { made: Made[]; unread: UnreadObject[] } {
  const made: Made[] = []
  const unread: UnreadObject[] = []
  for (const item of items) {
    try {
      made.push(read(item))
    } catch (error) {
      unread.push({ id: item.id, error })
    }
  }
  return { made, unread }
}
