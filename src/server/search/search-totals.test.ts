import { expect, test, vi } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { everyTrack } from '#rules/track-facets.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { countLater } from './search-totals.ts'

test('a search is counted once however many pages of it are requested, and one search at a time', async () => {
  await using app = await createTestApp()
  let [begun, running, mostRunning] = [0, 0, 0]
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      begun++
      running++
      mostRunning = Math.max(mostRunning, running)
      return node
    },
    async transformResult({ result }) {
      running--
      return result
    },
  }
  const db = app.db.withPlugin(counter)
  for (let page = 1; page <= 10; page++) countLater(db, { tsquery: "'lark'", facets: everyTrack })
  for (let page = 1; page <= 10; page++) countLater(db, { tsquery: "'dove'", facets: everyTrack })

  await vi.waitFor(() => expect([begun, running]).toEqual([2, 0]))
  expect(mostRunning).toBe(1)
})
