import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { woffToSfnt } from './woff.ts'

const { resolve } = createRequire(import.meta.url)

test('every table of a WOFF font is unpacked to its length and checksum', () => {
  const woff = readFileSync(
    resolve('@fontsource/young-serif/files/young-serif-latin-400-normal.woff'),
  )
  const font = woffToSfnt(woff)
  expect(font.length).toBe(woff.readUInt32BE(16))
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => {
    const entry = 12 + at * 16
    const offset = font.readUInt32BE(entry + 8)
    return {
      tag: font.toString('latin1', entry, entry + 4),
      checksum: font.readUInt32BE(entry + 4),
      bytes: font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
    }
  })
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head']))
  // The checksum of `head` leaves out a field of its own.
  const plain = tables.filter(({ tag }) => tag !== 'head')
  for (const { checksum, bytes } of plain) expect(checksumOf(bytes)).toBe(checksum)
})

test('anything else is refused', () => {
  expect(() => woffToSfnt(Buffer.from('wOF2'.padEnd(44)))).toThrow('This is no WOFF font.')
})

function checksumOf(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
