// Names the statements that are sent often: PostgreSQL then parses and plans each once per connection.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * Each connection stores every named statement until it closes, up to a hundred kilobytes each. The code has fewer;
 * texts with varying parts, such as a list of ids, could otherwise fill the memory.
 */
const maxNames = 200
/** A statement with literal values, such as the offset of a rarely requested page, is not worth a name. */
const usesBeforeName = 3
const maxCounted = 2_000
/** The others, such as BEGIN, have no plan. */
const plannedStatement = /^\s*(with|select|insert|update|delete)\b/i

/** A name is never taken back, so the statements that are sent from the start keep theirs. */
export function openStatementNames() {
  const names = new Map<string, string>()
  // `max` instead would allocate the space of all entries at once.
  const uses = new LRUCache<string, number>({ maxSize: maxCounted, sizeCalculation: () => 1 })

  return {
    /** Undefined for a statement that PostgreSQL should parse each time. */
    nameOf(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined || names.size >= maxNames) return name
      const used = (uses.get(text) ?? 0) + 1
      if (used < usesBeforeName || !plannedStatement.test(text)) {
        uses.set(text, used)
        return undefined
      }
      uses.delete(text)
      const given = createHash('sha256').update(text).digest('hex').slice(0, 32)
      names.set(text, given)
      return given
    },
  }
}

export type StatementNames = ReturnType<typeof openStatementNames>
