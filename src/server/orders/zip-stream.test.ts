import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
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

test('closing the stream closes a file that delivers nothing, and one that is opened meanwhile', async () => {
  const silent = new Readable({ read: () => {} })
  const opening = Promise.withResolvers<Readable>()
  for (const open of [async () => silent, () => opening.promise]) {
    const zip = openZipStream(entriesOf(1).map((entry) => ({ ...entry, open })))
    const closed = finished(zip.body)
    zip.body.resume()
    await setImmediate()
    zip.close()
    await expect(closed).rejects.toThrow('Premature close')
  }
  const late = new Readable({ read: () => {} })
  opening.resolve(late)
  await finished(late).catch(() => {})
  expect([silent.destroyed, late.destroyed]).toEqual([true, true])
})

/** The directory at the end, by the format's text (APPNOTE 4.3.12 to 4.3.15, 4.5.3), of which `tail` is the end. */
function readDirectory(tail: Buffer, tailStart: number) {
  const locator = tail.lastIndexOf('PK\x06\x07', tail.length, 'latin1')
  const end = Number(tail.readBigUInt64LE(locator + 8)) - tailStart
  const files = []
  let entry = Number(tail.readBigUInt64LE(end + 48)) - tailStart
  for (let left = tail.readBigUInt64LE(end + 32); left > 0n; left--) {
    const extras = entry + 46 + tail.readUInt16LE(entry + 28)
    const next = extras + tail.readUInt16LE(entry + 30)
    const large = largeFields(tail.subarray(extras, next))
    const bytes = tail.readUInt32LE(entry + 24)
    const at = tail.readUInt32LE(entry + 42)
    files.push({
      name: tail.toString('utf8', entry + 46, extras),
      crc: tail.readUInt32LE(entry + 16),
      bytes: bytes === 0xffff_ffff ? large?.bytes : bytes,
      at: at === 0xffff_ffff ? large?.at : at,
    })
    entry = next
  }
  return { signature: tail.toString('latin1', end, end + 4), files }
}

/** Of the extra field 1, in which sizes and places beyond 32 bits are. */
function largeFields(extras: Buffer) {
  for (let from = 0; from < extras.length; from += 4 + extras.readUInt16LE(from + 2)) {
    if (extras.readUInt16LE(from) !== 1) continue
    return {
      bytes: Number(extras.readBigUInt64LE(from + 4)),
      at: Number(extras.readBigUInt64LE(from + 20)),
    }
  }
  return null
}

/** About ten seconds of a processor; a machine that is busy may take many times that. */
const longTimeoutMs = 600_000

test(
  'a recording of more than 4 GB and one behind it can be found again, and little is held',
  { timeout: longTimeoutMs },
  async () => {
    const chunk = Buffer.alloc(1 << 20, 'undersong')
    const chunks = 4_100
    const large = { name: 'Large.wav', bytes: chunks * chunk.length }
    let [crc, pushed, longestQueue] = [0, 0, 0]
    const generate = () =>
      new Readable({
        read() {
          if (pushed === chunks) return void this.push(null)
          pushed++
          crc = crc32(chunk, crc)
          this.push(chunk)
        },
      })
    const written = new Date('2026-03-05')
    const zip = openZipStream([
      { ...large, writtenAt: written, open: async () => generate() },
      {
        name: 'Small.wav',
        bytes: 10,
        writtenAt: written,
        open: async () => Readable.from(['0123456789']),
      },
    ])
    let [sent, tail] = [0, Buffer.alloc(0)]
    for await (const part of zip.body) {
      sent += part.length
      tail = Buffer.concat([tail.subarray(-1_000), part.subarray(-1_000)])
      longestQueue = Math.max(longestQueue, pushed * chunk.length - sent)
    }
    expect([sent, pushed]).toEqual([zip.bytes, chunks])
    const { signature, files } = readDirectory(tail, sent - tail.length)
    expect(signature).toBe('PK\x06\x06')
    expect(files.map(({ name, bytes }) => ({ name, bytes }))).toEqual([
      large,
      { name: 'Small.wav', bytes: 10 },
    ])
    expect(files[0]).toMatchObject({ at: 0, crc })
    expect(files[1]?.at).toBeGreaterThan(large.bytes)
    // Each entry begins where the directory says.
    const small = (files[1]?.at ?? 0) - (sent - tail.length)
    expect(tail.toString('latin1', small, small + 4)).toBe('PK\x03\x04')
    expect(tail.toString('latin1', small + 30).startsWith('Small.wav')).toBe(true)
    expect(longestQueue).toBeLessThan(8 * chunk.length)
  },
)
