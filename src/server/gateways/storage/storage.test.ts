import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { audio, inChunks, large, stores } from './storage-samples.ts'
import { FileTooLarge, type Storage } from './storage.ts'

test.each(stores)(
  '$name returns the stored file, and reports its size and hash',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    for (const bytes of [large, Buffer.from('small'), Buffer.alloc(0)]) {
      const stored = await storage.put('originals/one', inChunks(bytes), audio)

      const got = await storage.get('originals/one')

      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(stored).toEqual({ bytes: bytes.length, sha256 })
      expect(got?.bytes).toBe(bytes.length)
      expect(bytes.equals(await readBody(got))).toBe(true)
      expect(await storage.stat('originals/one')).toEqual({ bytes: bytes.length })
    }
    expect(await opened.storedKeys()).toEqual(['originals/one'])
  },
)

test.each(stores)(
  '$name returns any range of a file, both ends included',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    await storage.put('previews/one.mp3', inChunks(large), audio)
    const ranges = [
      { start: 0, end: 0 },
      { start: 0, end: 99 },
      { start: 5_000_000, end: 8_500_000 },
      { start: large.length - 1, end: large.length - 1 },
      { start: large.length - 10, end: large.length + 1_000 },
    ]
    for (const range of ranges) {
      const part = await storage.get('previews/one.mp3', range)

      const wanted = large.subarray(range.start, range.end + 1)
      expect(part?.bytes).toBe(wanted.length)
      expect(wanted.equals(await readBody(part))).toBe(true)
    }

    const beyond = storage.get('previews/one.mp3', { start: large.length, end: large.length + 5 })

    await expect(beyond).rejects.toThrow(RangeError)
  },
)

test.each(stores)('$name returns null for a file that was never stored', async ({ openStore }) => {
  await using opened = await openStore()
  const { storage } = opened

  expect(await storage.get('originals/none')).toBeNull()
  expect(await storage.get('originals/none', { start: 0, end: 9 })).toBeNull()
  expect(await storage.stat('originals/none')).toBeNull()
  await expect(storage.withLocalFile('originals/none', readFile)).rejects.toThrow('originals/none')
})

test.each(stores)(
  '$name removes a file, and removing it again is not an error',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    await storage.put('originals/one', inChunks(Buffer.from('gone soon')), audio)

    await storage.remove('originals/one')
    await storage.remove('originals/one')

    expect(await storage.get('originals/one')).toBeNull()
    expect(await opened.storedKeys()).toEqual([])
  },
)

test.each(stores)(
  '$name refuses a file over the limit and stores nothing of it',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    const exactly = storage.put('originals/one', inChunks(Buffer.alloc(100)), {
      ...audio,
      maxBytes: 100,
    })
    await expect(exactly).resolves.toMatchObject({ bytes: 100 })

    const small = storage.put('originals/two', inChunks(Buffer.alloc(101)), {
      ...audio,
      maxBytes: 100,
    })
    await expect(small).rejects.toThrow(FileTooLarge)
    const long = storage.put('originals/three', inChunks(large), { ...audio, maxBytes: 8_999_999 })
    await expect(long).rejects.toThrow(FileTooLarge)

    expect(await opened.storedKeys()).toEqual(['originals/one'])
  },
)

test.each(stores)(
  '$name still has the earlier file when a later put is interrupted',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    await storage.put('originals/one', inChunks(Buffer.from('the first')), audio)

    const failing = storage.put('originals/one', interrupted(large), audio)

    await expect(failing).rejects.toThrow('the connection was lost')
    expect(String(await readBody(await storage.get('originals/one')))).toBe('the first')
    expect(await opened.storedKeys()).toEqual(['originals/one'])
  },
)

test.each(stores)('$name stops reading an endless body at the limit', async ({ openStore }) => {
  await using opened = await openStore()
  let ended = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000)
    } finally {
      ended = true
    }
  }

  const put = opened.storage.put('originals/one', endless(), { ...audio, maxBytes: 1_000_000 })

  await expect(put).rejects.toThrow(FileTooLarge)
  expect(ended).toBe(true)
})

test.each(stores)(
  '$name provides a local path of a file for the time of a callback',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    await storage.put('originals/one', inChunks(large), audio)
    let localFile = ''

    const same = await storage.withLocalFile('originals/one', async (file) => {
      localFile = file
      return large.equals(await readFile(file))
    })
    const failing = storage.withLocalFile('originals/one', () =>
      Promise.reject(new Error('no use')),
    )

    await expect(failing).rejects.toThrow('no use')
    expect(same).toBe(true)
    const isStoredFile = storage.name === 'files'
    expect(await exists(localFile)).toBe(isStoredFile)
    expect(await storage.stat('originals/one')).toEqual({ bytes: large.length })
  },
)

test.each(stores)('$name lists all files of one folder', async ({ openStore }) => {
  await using opened = await openStore()
  const { storage } = opened
  expect(await Array.fromAsync(storage.list('originals'))).toEqual([])
  const before = Date.now() - 1_000
  const keys = ['originals/five', 'originals/four', 'originals/one', 'originals/three']
  for (const key of [...keys, 'previews/one.mp3'])
    await storage.put(key, inChunks(Buffer.from('x')), audio)

  const listed = await Array.fromAsync(storage.list('originals'))

  expect(listed.map(({ key }) => key).toSorted()).toEqual(keys)
  for (const { writtenAt } of listed) expect(writtenAt.getTime()).toBeGreaterThan(before)
})

const badKeys = ['', 'one', '/originals/one', 'originals/', 'originals/..', 'originals/../one']
badKeys.push('../one', 'originals/a/b', 'originals\\one', 'originals/a b', 'originals/%2e%2e')
badKeys.push('originals/one\0', 'originals/one\n', 'ORIGINALS/one', 'originals/.hidden')
badKeys.push(`originals/${'a'.repeat(201)}`, 'originals/ö', 'originals/∕etc', 'undecided/one')

test.each(stores)(
  '$name refuses any key that the server would not create',
  async ({ openStore }) => {
    await using opened = await openStore()
    const { storage } = opened
    for (const key of badKeys) {
      const wrong = 'Not a storage key'
      await expect(storage.put(key, inChunks(Buffer.from('x')), audio)).rejects.toThrow(wrong)
      await expect(storage.get(key)).rejects.toThrow(wrong)
      await expect(storage.stat(key)).rejects.toThrow(wrong)
      await expect(storage.remove(key)).rejects.toThrow(wrong)
      await expect(storage.withLocalFile(key, readFile)).rejects.toThrow(wrong)
    }
    expect(await opened.storedKeys()).toEqual([])
  },
)

test.each(stores)(
  '$name reports that it is ready, and the check leaves no file',
  async ({ openStore }) => {
    await using opened = await openStore()

    await expect(opened.storage.check()).resolves.toBeUndefined()

    expect(await opened.storedKeys()).toEqual([])
  },
)

async function* interrupted(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield* inChunks(bytes)
  throw new Error('the connection was lost')
}

async function readBody(got: Awaited<ReturnType<Storage['get']>>): Promise<Buffer> {
  if (got === null) throw new Error('Nothing is stored there.')
  return buffer(got.body)
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}
