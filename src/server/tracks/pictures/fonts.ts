// The fonts of pictures and documents, which need none of the system's: npm has them as WOFF, and what draws with them reads
// another format.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { woffToSfnt } from './woff.ts'

/** The first that has a character draws it. Unifont has every other script of the basic plane, in coarse letters. */
export const fontsOfScripts = [
  'noto-sans/files/noto-sans-latin-400-normal',
  'noto-sans/files/noto-sans-latin-ext-400-normal',
  'noto-sans/files/noto-sans-vietnamese-400-normal',
  'noto-sans/files/noto-sans-cyrillic-400-normal',
  'noto-sans/files/noto-sans-cyrillic-ext-400-normal',
  'noto-sans/files/noto-sans-greek-400-normal',
  'noto-sans/files/noto-sans-greek-ext-400-normal',
  'noto-sans/files/noto-sans-devanagari-400-normal',
  'noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal',
  'unifont/files/unifont-latin-400-normal',
]

const { resolve } = createRequire(import.meta.url)

/** As TrueType or OpenType. */
export async function readFont(name: string): Promise<Buffer> {
  return woffToSfnt(await readFile(resolve(`@fontsource/${name}.woff`)))
}
