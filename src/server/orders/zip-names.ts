// The names of the files in a ZIP: distinct, and allowed on every system that may unpack it.

import { ownedFileName } from './owned-file.ts'

type Track = { title: string; original_container: string }

const maxTitleLength = 120
/** Windows reserves these names, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** In the order of the tracks. Names that differ in case only are the same file on Windows and macOS. */
export function zipNames(tracks: Track[]): string[] {
  const taken = new Set<string>()
  return tracks.map(({ title, original_container: container }) => {
    const plain = plainTitle(title)
    for (let copy = 1; ; copy++) {
      const name = ownedFileName(copy === 1 ? plain : `${plain} (${copy})`, container)
      const key = name.normalize('NFKC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  })
}

function plainTitle(title: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain].slice(0, maxTitleLength).join('')
  // Windows removes dots and spaces at the end; a dot at the start hides a file elsewhere.
  const trimmed = short.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'Track'
  const [stem = ''] = trimmed.split('.')
  return reserved.test(stem.trim()) ? `${trimmed} track` : trimmed
}
