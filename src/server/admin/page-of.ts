// One page of an admin's list, with its total.

import type { SelectQueryBuilder } from 'kysely'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { pageAt } from '#server/db/paging.ts'

type Wanted<Database, Table extends keyof Database, Row> = {
  page: number
  shown: SelectQueryBuilder<Database, Table, Row>
  size?: number
}

/** @param found all rows of the list; `shown` the same with columns, an order and what each row needs of other tables */
export async function pageOf<
  Database,
  Table extends keyof Database,
  ShownDatabase,
  ShownTable extends keyof ShownDatabase,
  Row,
>(
  found: SelectQueryBuilder<Database, Table, object>,
  { page, shown, size = adminPageSize }: Wanted<ShownDatabase, ShownTable, Row>,
) {
  const { count } = await found
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const { paging, offset } = pageAt({ page, total, size })
  const rows = await shown.limit(size).offset(offset).execute()
  return { rows, paging: { total, ...paging } }
}

/** For LIKE: the text stands for itself, anywhere in what is searched. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
