// The fonts of pictures: sharp reads fonts from files only.

import { mkdtemp, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { fontsOfScripts, readFont } from './fonts.ts'

const fonts = [
  'young-serif/files/young-serif-latin-400-normal',
  'young-serif/files/young-serif-latin-ext-400-normal',
  ...fontsOfScripts,
]

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
    await writeFile(file, await readFont(font))
    // Drawing with a file makes its font available to all later texts.
    await sharp({ text: { text: 'a', fontfile: file } }).toBuffer()
  }
}
