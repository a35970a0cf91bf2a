// Tests for the two lists of messages: the refusals, and the messages that the web itself shows.

import { expect, test } from 'vitest'
import { isRefusalCode, refusalMessage } from '#rules/refusal.ts'
import { messages } from '#web/messages.ts'
import { readRequirements } from '../scripts/requirement-claims.ts'
import { filesUnder, readText } from './support/project-files.ts'

const program = filesUnder('src').filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)
const refusalFiles = filesUnder('src/rules/errors')
const messagesFile = 'src/web/messages.ts'

const refusalCodes = () =>
  refusalFiles.flatMap((file) =>
    [...readText(file).matchAll(/^ {2}(\w+): \{/gm)].map(([, refusal = '']) => refusal),
  )

test('every refusal is declared once, joined into the catalogue, and has its own message', () => {
  const codes = refusalCodes()
  expect(codes.filter((refusal, at) => codes.indexOf(refusal) !== at)).toEqual([])
  expect(codes.filter((refusal) => !isRefusalCode(refusal))).toEqual([])
  const sentences = codes.filter(isRefusalCode).map((refusal) => refusalMessage(refusal))
  expect(codes.length).toBeGreaterThan(20)
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
})

test('every refusal is thrown, and every message of the web is shown', () => {
  const raising = program.filter((file) => /^src\/(server|web)\//.test(file)).map(readText)
  const unraised = refusalCodes().filter((refusal) =>
    raising.every((text) => !text.includes(`'${refusal}'`)),
  )
  expect(unraised).toEqual([])

  const texts = program.filter((file) => file !== messagesFile).map(readText)
  const unused = Object.keys(messages).filter((name) =>
    texts.every((text) => !new RegExp(`\\bmessages\\.${name}\\b`).test(text)),
  )
  expect(unused).toEqual([])
})

test('no sentence is written both among the refusals and among the messages of the web', () => {
  const written = readText(messagesFile)
  const both = refusalCodes()
    .filter(isRefusalCode)
    .map((refusal) => refusalMessage(refusal))
    .filter((message) => written.includes(`'${message}'`))
  expect(both).toEqual([])
})

test('a sentence of the error catalogue appears in the two lists of messages and nowhere else', () => {
  const lists = new Set([...refusalFiles, 'src/rules/refusal.ts', messagesFile])
  const elsewhere = program.filter((file) => !lists.has(file))
  const sentences = catalogueSentences()
  const found = elsewhere.flatMap((file) => {
    const text = readText(file).replaceAll(/\s+/g, ' ')
    return sentences
      .filter((sentence) => text.includes(sentence))
      .map((sentence) => `${file}: ${sentence}`)
  })
  expect(sentences.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

/** Sentences quoted in the requirements, up to the first placeholder. */
function catalogueSentences(): string[] {
  // The label of a button used with several sentences, and the replacement for an invalid date.
  const shared = new Set(['Try Again', 'Invalid date'])
  return readRequirements()
    .filter(({ number }) => number.startsWith('ERR-'))
    .flatMap(({ text }) => [...text.matchAll(/`([A-Z][^`]+)`/g)].map(([, quoted = '']) => quoted))
    .filter((quoted) => !shared.has(quoted))
    .map((quoted) => quoted.replace(/(\{|\b[NX]\b).*/, '').trimEnd())
}
