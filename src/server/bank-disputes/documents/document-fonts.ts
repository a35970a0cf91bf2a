// The fonts of documents for banks: each character is drawn by the first that has it.

import * as fontkit from 'fontkit'
import { fontsOfScripts, readFont } from '#server/tracks/pictures/fonts.ts'

export type DocumentFont = { name: string; bytes: Buffer; has: (codePoint: number) => boolean }

let loading: Promise<DocumentFont[]> | undefined

/** Once per process, at the first document: 4 MB. */
export function loadDocumentFonts(): Promise<DocumentFont[]> {
  return (loading ??= Promise.all(fontsOfScripts.map(loadFont)))
}

async function loadFont(file: string): Promise<DocumentFont> {
  // Of a WOFF fontkit would unpack a table again for each character.
  const bytes = await readFont(file)
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
