// One page of an admin's list, with its total.

import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { pageAt } from '#server/db/paging.ts'

type Wanted<Database, Table extends keyof Database, Row> = {
  page: number
  shown: SelectQueryBuilder<Database, Table, Row>
  size?: number
  /** Of a list that may be long: what a row shows is read for the rows of the page, and not for those before it. */
  longList?: { id: RawBuilder<string>; order: RawBuilder<unknown> }
}

/** @param found all rows of the list; `shown` the same with columns, what each row needs of other tables and, unless the list is long, an order */
export async function pageOf<
  Database,
  Table extends keyof Database,
  ShownDatabase,
  ShownTable extends keyof ShownDatabase,
  Row,
>(
  found: SelectQueryBuilder<Database, Table, object>,
  { page, shown, size = adminPageSize, longList }: Wanted<ShownDatabase, ShownTable, Row>,
) {
  const total = await countOf(found)
  const { paging, offset } = pageAt({ page, total, size })
  let rowsOfPage = shown.limit(size).offset(offset)
  if (longList) {
    const { id, order } = longList
    const ids = found.select(id.as('id')).orderBy(order).limit(size).offset(offset)
    rowsOfPage = shown.where(sql<SqlBool>`${id} in ${ids}`).orderBy(order)
  }
  return { rows: await rowsOfPage.execute(), paging: { total, ...paging } }
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
