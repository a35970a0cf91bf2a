import { sql, type RawBuilder } from 'kysely'

/** For a query: how the site calls a user. @param users the name that the query has for the table */
export function nameOf<Name extends string | null = string>(users = 'users'): RawBuilder<Name> {
  return sql<Name>`coalesce(${sql.ref(`${users}.display_name`)}, ${sql.ref(`${users}.username`)})`
}
