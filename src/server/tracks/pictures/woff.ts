// Unpacks a WOFF font: the tables of an OpenType font, each compressed by itself (https://www.w3.org/TR/WOFF/).

import { inflateSync } from 'node:zlib'

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16
const signature = 0x774f4646

/** @throws on anything but WOFF 1 */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== signature) throw new Error('This is no WOFF font.')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(sfntHeaderBytes + count * sfntEntryBytes)
  writeHeader(head, { flavour: woff.readUInt32BE(4), count })
  const tables: Buffer[] = [head]
  let end = head.length
  for (let at = 0; at < count; at++) {
    const entry = woffHeaderBytes + at * woffEntryBytes
    const table = tableAt(woff, entry)
    const target = sfntHeaderBytes + at * sfntEntryBytes
    // Tag, checksum, offset, length.
    woff.copy(head, target, entry, entry + 4)
    woff.copy(head, target + 4, entry + 16, entry + 20)
    head.writeUInt32BE(end, target + 8)
    head.writeUInt32BE(table.length, target + 12)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    tables.push(table, padding)
    end += table.length + padding.length
  }
  return Buffer.concat(tables)
}

function writeHeader(head: Buffer, { flavour, count }: { flavour: number; count: number }): void {
  const power = Math.floor(Math.log2(count))
  const searchRange = 2 ** power * 16
  head.writeUInt32BE(flavour, 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(searchRange, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - searchRange, 10)
}

/** A table that compression would not make smaller is stored as it is. */
function tableAt(woff: Buffer, entry: number): Buffer {
  const offset = woff.readUInt32BE(entry + 4)
  const storedBytes = woff.readUInt32BE(entry + 8)
  const bytes = woff.readUInt32BE(entry + 12)
  const stored = woff.subarray(offset, offset + storedBytes)
  return storedBytes < bytes ? inflateSync(stored) : stored
}
