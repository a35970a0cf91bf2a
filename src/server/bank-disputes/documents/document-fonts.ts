// The fonts of documents for banks: each character is drawn by the first that has it.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { woffToSfnt } from '#server/tracks/pictures/woff.ts'

/** Unifont has every other script of the basic plane, in coarse letters. */
const files = [
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

export type DocumentFont = { name: string; bytes: Buffer; has: (codePoint: number) => boolean }

const { resolve } = createRequire(import.meta.url)

let loading: Promise<DocumentFont[]> | undefined

/** Once per process, at the first document: 4 MB. */
export function loadDocumentFonts(): Promise<DocumentFont[]> {
  return (loading ??= Promise.all(files.map(loadFont)))
}

async function loadFont(file: string): Promise<DocumentFont> {
  // Of a WOFF fontkit would unpack a table again for each character.
  const bytes = woffToSfnt(await readFile(resolve(`@fontsource/${file}.woff`)))
  const font = fontkit.create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} has several fonts.`)
  return { name: file, bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

export type Run = { font: DocumentFont; text: string }

const usualFont = 0

/**
 * A line in runs of one font each. A run goes on as long as its font has the characters, so that words of a script stay
 * together. A character that no font has becomes its number, such as [U+1F3B5].
 */
export function asRuns(fonts: readonly DocumentFont[], line: string): Run[] {
  const runs: Run[] = []
  for (const character of line.replace(/\p{Default_Ignorable_Code_Point}/gu, '')) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const shared = isOfUsualFont(fonts, character) ? undefined : last?.font
    const font = shared?.has(codePoint) ? shared : fonts.find((one) => one.has(codePoint))
    const text = font === undefined ? unicodeNumber(codePoint) : character
    const used = font ?? fonts[usualFont]
    if (used === undefined) throw new Error('A document has no fonts.')
    if (last?.font === used) last.text += text
    else runs.push({ font: used, text })
  }
  return runs
}

/** Letters and digits of the usual font are always drawn by it; what stands between words goes with the words. */
function isOfUsualFont(fonts: readonly DocumentFont[], character: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(character) &&
    (fonts[usualFont]?.has(character.codePointAt(0) ?? 0) ?? false)
  )
}

function unicodeNumber(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Whether a line has a character that none of the fonts has. */
export function isReplacedIn(fonts: readonly DocumentFont[], line: string): boolean {
  return [...line.replace(/\p{Default_Ignorable_Code_Point}/gu, '')].some(
    (character) => !fonts.some((font) => font.has(character.codePointAt(0) ?? 0)),
  )
}
