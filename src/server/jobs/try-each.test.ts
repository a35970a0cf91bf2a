import { expect, test, vi } from 'vitest'
import { tryEach } from './try-each.ts'

test('one that fails does not stop the others, is logged, and is counted', async () => {
  const error = vi.fn()
  const { signal } = new AbortController()
  const done: string[] = []
  const failed = await tryEach(
    ['rosa', 'tom', 'una'],
    { log: { error } as never, signal },
    {
      work: async (artistId) => {
        if (artistId === 'tom') throw new Error('No address.')
        done.push(artistId)
      },
      failure: 'a paper was not made',
    },
  )
  expect([failed, done]).toEqual([1, ['rosa', 'una']])
  expect(error.mock.calls).toEqual([
    [{ err: new Error('No address.'), artist: 'tom' }, 'a paper was not made'],
  ])
})

test('a run that is ended stops before the next one', async () => {
  const ended = new AbortController()
  const done: string[] = []
  const run = { log: { error: vi.fn() } as never, signal: ended.signal }
  const trying = tryEach(['rosa', 'tom'], run, {
    work: async (artistId) => {
      done.push(artistId)
      ended.abort(new Error('The site is stopped.'))
    },
    failure: 'a paper was not made',
  })
  await expect(trying).rejects.toThrow('The site is stopped.')
  expect(done).toEqual(['rosa'])
})
