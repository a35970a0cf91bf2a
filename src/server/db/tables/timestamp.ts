import type { Generated } from 'kysely'

/** A time that the database sets by default. */
export type Timestamp = Generated<Date>
