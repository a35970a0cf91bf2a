import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openZipStream } from './zip-stream.ts'

const entriesOf = (count: number, bytes = 10) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Take ${at}.wav`,
    bytes,
    writtenAt: new Date('2026-03-05'),
    open: async () => Readable.from([Buffer.alloc(10, 'a')]),
  }))

test.each([1, 300, 400, 500, 800, 2_000])(
  'the size of a ZIP of %i files is known before it is read',
  async (count) => {
    const zip = openZipStream(entriesOf(count))
    expect((await buffer(zip.body)).length).toBe(zip.bytes)
  },
)

test('a file of another size than expected, or that cannot be opened, breaks the stream', async () => {
  const longer = openZipStream(entriesOf(2, 9))
  await expect(buffer(longer.body)).rejects.toThrow('unexpected number of bytes')
  const missing = openZipStream(
    entriesOf(2).map((entry) => ({
      ...entry,
      open: () => Promise.reject(new Error('It is gone.')),
    })),
  )
  await expect(buffer(missing.body)).rejects.toThrow('It is gone.')
})

test('one file is open at a time, and closing the stream closes it', async () => {
  const opened: Readable[] = []
  const endless = () => {
    const body = new Readable({ read: () => body.push(Buffer.alloc(1_000)) })
    opened.push(body)
    return Promise.resolve(body)
  }
  const zip = openZipStream(entriesOf(3, 1e9).map((entry) => ({ ...entry, open: endless })))
  const reader = zip.body[Symbol.asyncIterator]()
  for (let chunk = 0; chunk < 10; chunk++) await reader.next()
  zip.close()
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
