// The records of a ZIP file, by the format's text (APPNOTE 4.3 to 4.5). What is beyond 32 bits is in ZIP64 records.

export type EntryFacts = { name: string; writtenAt: Date; isCompressed: boolean }

export type WrittenEntry = EntryFacts & {
  /** Where its header begins. */
  at: number
  crc: number
  bytes: number
  compressedBytes: number
}

type Field = [value: number, width: 1 | 2 | 4 | 8]

const beyond16Bits = 0xffff
const beyond32Bits = 0xffff_ffff
/** A reader needs version 2.0 of the format, and 4.5 for ZIP64. */
const [plainVersion, largeVersion] = [20, 45]
/** On Unix, by version 6.3. */
const madeBy = (3 << 8) | 63
/** Names are UTF-8; checksum and sizes are behind the data. */
const flags = (1 << 11) | (1 << 3)
const deflated = 8
/** A file that its owner and group may write. */
const unixMode = 0o100664

export function localHeader(entry: EntryFacts): Buffer {
  const unknown = { crc: 0, bytes: 0, compressedBytes: 0 }
  const fields = fieldsOf({ ...entry, ...unknown }, plainVersion, 0)
  return Buffer.concat([record([0x04034b50, 4], ...fields), Buffer.from(entry.name)])
}

/** Behind the data. */
export function dataDescriptor(entry: WrittenEntry): Buffer {
  const width = isLarge(entry) ? 8 : 4
  return record(
    [0x08074b50, 4],
    [entry.crc, 4],
    [entry.compressedBytes, width],
    [entry.bytes, width],
  )
}

/** Behind the last entry, at `start`: a record of each entry, and where these records are. */
export function directoryOf(entries: WrittenEntry[], start: number): Buffer {
  const records = Buffer.concat(entries.map(directoryRecord))
  const [count, size] = [entries.length, records.length]
  const isPlain = count < beyond16Bits && size < beyond32Bits && start < beyond32Bits
  const end = record(
    [0x06054b50, 4],
    [0, 4],
    [Math.min(count, beyond16Bits), 2],
    [Math.min(count, beyond16Bits), 2],
    [Math.min(size, beyond32Bits), 4],
    [Math.min(start, beyond32Bits), 4],
    [0, 2],
  )
  return Buffer.concat([records, ...(isPlain ? [] : [largeEnd(count, size, start)]), end])
}

/** The end of the directory for ZIP64, and where it is. */
function largeEnd(count: number, size: number, start: number): Buffer {
  const largeEndBytes = 56
  return record(
    [0x06064b50, 4],
    [largeEndBytes - 12, 8],
    [madeBy, 2],
    [largeVersion, 2],
    [0, 8],
    [count, 8],
    [count, 8],
    [size, 8],
    [start, 8],
    [0x07064b50, 4],
    [0, 4],
    [start + size, 8],
    [1, 4],
  )
}

function directoryRecord(entry: WrittenEntry): Buffer {
  const large = isLarge(entry)
  const extras = Buffer.concat([writtenAtUtc(entry), ...(large ? [largePlace(entry)] : [])])
  const version = large ? largeVersion : plainVersion
  const fixed = record(
    [0x02014b50, 4],
    [madeBy, 2],
    ...fieldsOf(large ? { ...entry, ...isElsewhere } : entry, version, extras.length),
    [0, 2],
    [0, 4],
    [unixMode * 2 ** 16, 4],
    [large ? beyond32Bits : entry.at, 4],
  )
  return Buffer.concat([fixed, Buffer.from(entry.name), extras])
}

const isElsewhere = { bytes: beyond32Bits, compressedBytes: beyond32Bits }

function isLarge({ at, bytes, compressedBytes }: WrittenEntry): boolean {
  return Math.max(at, bytes, compressedBytes) >= beyond32Bits
}

/** What a header and the directory's record have in common, in the same order. */
function fieldsOf(entry: Omit<WrittenEntry, 'at'>, version: number, extraBytes: number): Field[] {
  const { name, writtenAt, isCompressed, crc, bytes, compressedBytes } = entry
  return [
    [version, 2],
    [flags, 2],
    [isCompressed ? deflated : 0, 2],
    ...localTime(writtenAt),
    [crc, 4],
    [compressedBytes, 4],
    [bytes, 4],
    [Buffer.byteLength(name), 2],
    [extraBytes, 2],
  ]
}

/** Of MS-DOS: in steps of two seconds, since 1980, where the server is. */
function localTime(at: Date): Field[] {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | Math.floor(at.getSeconds() / 2)
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  return [
    [time, 2],
    [date, 2],
  ]
}

/** Info-ZIP's extra field of the same time, which programs prefer: in seconds, everywhere the same. */
function writtenAtUtc({ writtenAt }: EntryFacts): Buffer {
  const seconds = Math.min(Math.floor(writtenAt.getTime() / 1000), 0x7fff_ffff)
  return record([0x5455, 2], [5, 2], [0b11, 1], [seconds, 4])
}

/** The extra field of ZIP64. */
function largePlace({ at, bytes, compressedBytes }: WrittenEntry): Buffer {
  return record([1, 2], [24, 2], [bytes, 8], [compressedBytes, 8], [at, 8])
}

/** Little-endian numbers, one behind the other. */
function record(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
