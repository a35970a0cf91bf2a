import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { audio, inChunks, large, stores } from './storage-samples.ts'
import type { Storage } from './storage.ts'

const key = 'originals/one'

/** Appends a range of the sample; returns every number of stored bytes that was reported. */
async function send(
  storage: Storage,
  handle: string,
  { start, end, body }: { start: number; end: number; body?: AsyncIterable<Uint8Array> },
): Promise<number[]> {
  const reported: number[] = []
  const stored = await storage.unfinished.append(key, handle, {
    offset: start,
    body: body ?? inChunks(large.subarray(start, end)),
    onStored: async (bytes) => void reported.push(bytes),
  })
  expect(stored).toBe(end)
  return reported
}

async function read(storage: Storage): Promise<Buffer> {
  const got = await storage.get(key)
  return got === null ? Buffer.alloc(0) : buffer(got.body)
}

test.each(stores)(
  '$name stores a file that arrives in several requests, and it has no name until all of it is there',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    const handle = await storage.unfinished.begin(key, audio)
    // In the middle of a part, at the end of one, and without a byte.
    expect(await send(storage, handle, { start: 0, end: 100 })).toEqual([100])
    await send(storage, handle, { start: 100, end: 5 * 1024 * 1024 })
    await send(storage, handle, { start: 5 * 1024 * 1024, end: 5 * 1024 * 1024 })
    const reported = await send(storage, handle, { start: 5 * 1024 * 1024, end: large.length })
    expect(reported.at(-1)).toBe(large.length)
    expect(await storage.stat(key)).toBeNull()
    await expect(storage.unfinished.finish(key, handle, large.length + 1)).rejects.toThrow(
      /bytes, not|has not/,
    )

    await storage.unfinished.finish(key, handle, large.length)
    await storage.unfinished.finish(key, handle, large.length)

    expect(large.equals(await read(storage))).toBe(true)
    expect(await opened.storedKeys()).toEqual([key])
  },
)

test.each(stores)(
  '$name keeps what had arrived when a body breaks off, and overwrites what did not count',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    const handle = await storage.unfinished.begin(key, audio)
    let stored = 0
    const broken = storage.unfinished.append(key, handle, {
      offset: 0,
      body: breakingOff(6_000_000),
      onStored: async (bytes) => void (stored = bytes),
    })
    await expect(broken).rejects.toThrow('the connection was lost')
    expect(stored).toBe(6_000_000)

    // As if the last report had not reached the database.
    await send(storage, handle, { start: 5_500_000, end: large.length })
    await storage.unfinished.finish(key, handle, large.length)
    expect(large.equals(await read(storage))).toBe(true)
  },
)

test.each(stores)(
  '$name has taken a chunk when it asks for the next one: its memory may be used again',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    const handle = await storage.unfinished.begin(key, audio)
    await send(storage, handle, { start: 0, end: large.length, body: inOneBuffer() })
    await storage.unfinished.finish(key, handle, large.length)
    expect(large.equals(await read(storage))).toBe(true)
  },
)

async function* inOneBuffer() {
  const chunk = Buffer.alloc(100_000)
  for (let start = 0; start < large.length; start += chunk.length) {
    yield chunk.subarray(0, large.copy(chunk, 0, start))
  }
}

async function* breakingOff(bytes: number) {
  yield* inChunks(Buffer.concat([large.subarray(0, bytes - 1000), Buffer.alloc(1000)]))
  throw new Error('the connection was lost')
}

test.each(stores)(
  '$name stores nothing more once the caller no longer counts it',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    const handle = await storage.unfinished.begin(key, audio)
    let taken = 0
    async function* counted() {
      for await (const chunk of inChunks(Buffer.concat([large, large]))) {
        taken += chunk.length
        yield chunk
      }
    }
    const refused = storage.unfinished.append(key, handle, {
      offset: 0,
      body: counted(),
      onStored: () => Promise.reject(new Error('another request took over')),
    })
    await expect(refused).rejects.toThrow('another request took over')
    expect(taken).toBeLessThan(large.length)
  },
)

test.each(stores)('$name forgets a file that is abandoned', async ({ openStore }) => {
  await using opened = await openStore()
  const { storage } = opened
  const handle = await storage.unfinished.begin(key, audio)
  await send(storage, handle, { start: 0, end: 6_000_000 })
  await storage.unfinished.abandon(key, handle)
  await storage.unfinished.abandon(key, handle)
  expect(await opened.storedKeys()).toEqual([])
})
