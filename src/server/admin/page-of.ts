// One page of an admin's list, with its total. A page after the last one is read as the last one.

import type { SelectQueryBuilder } from 'kysely'
import { adminPageSize } from '#rules/admin/admin-search.ts'

type Wanted<Database, Table extends keyof Database, Row> = {
  page: number
  shown: SelectQueryBuilder<Database, Table, Row>
  size?: number
}

/** @param found all rows of the list; `shown` the same with columns and an order */
export async function pageOf<Database, Table extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Table, object>,
  { page, shown, size = adminPageSize }: Wanted<Database, Table, Row>,
) {
  const { count } = await found
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const totalPages = Math.max(1, Math.ceil(total / size))
  const currentPage = Math.min(page, totalPages)
  const rows = await shown
    .limit(size)
    .offset((currentPage - 1) * size)
    .execute()
  return { rows, paging: { total, totalPages, currentPage } }
}

/** For LIKE: the text stands for itself, anywhere in what is searched. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
