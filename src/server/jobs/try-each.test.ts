import { expect, test, vi } from 'vitest'
import { throwFailures, tryEach, tryOne, type Failure } from './try-each.ts'

const openRun = () => {
  const ended = new AbortController()
  const error = vi.fn()
  return { run: { log: { error } as never, signal: ended.signal }, ended, error }
}
const ids = (artist: string) => ({ artist })
const failure = 'a paper was not made'

test('one that fails does not stop the others, is logged, and is returned', async () => {
  const { run, error } = openRun()
  const done: string[] = []
  const problem = new Error('No address.')
  const failed = await tryEach(['rosa', 'tom', 'una'], run, {
    work: async (artistId) => {
      if (artistId === 'tom') throw problem
      done.push(artistId)
    },
    failure,
    ids,
  })
  expect([failed, done]).toEqual([[{ id: 'tom', error: problem }], ['rosa', 'una']])
  expect(error.mock.calls).toEqual([[{ err: problem, artist: 'tom' }, failure]])
})

test('a run that is ended stops before the next one', async () => {
  const { run, ended } = openRun()
  const done: string[] = []
  const trying = tryEach(['rosa', 'tom'], run, {
    work: async (artistId) => {
      done.push(artistId)
      ended.abort(new Error('The site is stopped.'))
    },
    failure,
    ids,
  })
  await expect(trying).rejects.toThrow('The site is stopped.')
  expect(done).toEqual(['rosa'])
})

test('an outage leaves the others for the next run once it has lasted for several in a row', async () => {
  const { run } = openRun()
  const tried: string[] = []
  const answered = new Set(['b', 'e'])
  const failed = await tryEach(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], run, {
    work: async (id) => {
      tried.push(id)
      if (!answered.has(id)) throw new Error(id === 'd' ? 'refused' : 'no answer')
    },
    failure,
    ids,
    outage: { isOne: (error) => String(error).includes('no answer'), maxInARow: 2 },
  })
  expect(tried).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(failed.map(({ id }) => id)).toEqual(['a', 'c', 'd', 'f', 'g'])
})

test('what is tried one by one is kept for the end, and an outage ends it at once', async () => {
  const failures: Failure[] = []
  const isOutage = (error: unknown) => String(error).includes('no answer')
  const fail = (words: string) => () => Promise.reject(new Error(words))
  expect(await tryOne({ failures, isOutage }, 'a', async () => 7)).toBe(7)
  expect(await tryOne({ failures, isOutage }, 'b', fail('refused'))).toBeNull()
  await expect(tryOne({ failures, isOutage }, 'c', fail('no answer'))).rejects.toThrow('no answer')
  expect(() => throwFailures(failures, 'Not compared')).toThrow('Not compared: b')
  expect(() => throwFailures([], 'Not compared')).not.toThrow()
})
