// The fonts of pictures, which need none of the system's. sharp reads fonts from files, and not WOFF, in which npm has them.

import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { woffToSfnt } from './woff.ts'

/** The first that has a character draws it. Unifont has every other script, in coarse letters. */
const fonts = [
  'young-serif/files/young-serif-latin-400-normal',
  'young-serif/files/young-serif-latin-ext-400-normal',
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

let loading: Promise<void> | undefined

/** Once per process: fonts stay known to it. */
export function loadFonts(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [at, font] of fonts.entries()) {
    const file = join(folder, `${at}.ttf`)
    await writeFile(file, woffToSfnt(await readFile(resolve(`@fontsource/${font}.woff`))))
    // Drawing with a file makes its font available to all later texts.
    await sharp({ text: { text: 'a', fontfile: file } }).toBuffer()
  }
}
