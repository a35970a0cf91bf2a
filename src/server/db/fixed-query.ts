// Queries whose text never changes: built once per process, because building one takes as long as sending it.

import { CompiledQuery } from 'kysely'
import type { Db } from './client.ts'

type Compilable<Row> = { compile: () => CompiledQuery<Row> }

/**
 * `build` is called once, with placeholders that it may only use as values: the text must not depend on them. The
 * result is called with the values.
 */
export function fixedQuery<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...placeholdersFor(values)).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

function placeholdersFor<Values extends readonly unknown[]>(values: Values): Values {
  const placeholders: unknown = values.map((_value, index) => new Placeholder(index))
  // Kysely passes a value on as it is, whatever its type.
  return placeholders as Values
}
