import type { ColumnType, Generated } from 'kysely'

/** A time that the database sets by default. */
export type Timestamp = Generated<Date>

/** The driver returns it as text. */
export type BigInteger = ColumnType<string, string | number | bigint>

export type NullableBigInteger = ColumnType<string | null, string | number | bigint | null>
