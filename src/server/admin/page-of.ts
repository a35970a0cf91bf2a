// One page of an admin's list, with its total.

import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
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
  const total = await countOf(found)
  const { paging, offset } = pageAt({ page, total, size })
  const rows = await shown.limit(size).offset(offset).execute()
  return { rows, paging: { total, ...paging } }
}

/** Of a list that may be long: what a row shows is read for the rows of the page, and not for those before it. */
export async function pageOfLongList<
  Database,
  Table extends keyof Database,
  ShownDatabase,
  ShownTable extends keyof ShownDatabase,
  Row,
>(
  found: SelectQueryBuilder<Database, Table, object>,
  {
    page,
    shown,
    size = adminPageSize,
    id,
    order,
  }: Wanted<ShownDatabase, ShownTable, Row> & {
    id: RawBuilder<string>
    order: RawBuilder<unknown>
  },
) {
  const total = await countOf(found)
  const { paging, offset } = pageAt({ page, total, size })
  const ids = found.select(id.as('id')).orderBy(order).limit(size).offset(offset)
  const rows = await shown
    .where(sql<SqlBool>`${id} in ${ids}`)
    .orderBy(order)
    .execute()
  return { rows, paging: { total, ...paging } }
}

async function countOf<Database, Table extends keyof Database>(
  found: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { count } = await found
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** For LIKE: the text stands for itself, anywhere in what is searched. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
