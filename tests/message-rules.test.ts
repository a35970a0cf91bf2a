// Where sentences stand: among the refusals, or in a list of messages beside a feature of the web; docs/style.md.

import { expect, test } from 'vitest'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import { readRequirements } from '../scripts/requirement-claims.ts'
import { filesUnder, readText } from './support/source/project-files.ts'
import { comparedMessages } from './support/source/source-comparisons.ts'

const program = filesUnder('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
const refusalFiles = filesUnder('src/rules/errors')
const messageList = /^(?:export )?const (\w+Messages) = \{\n(.*?)^\} as const/gms

/** The messages of each feature of the web: the constant's name, the keys, and the sentences as written. */
const webMessages = () =>
  program
    .filter((file) => file.startsWith('src/web/'))
    .flatMap((file) =>
      [...readText(file).matchAll(messageList)].map(([, name = '', body = '']) => ({
        name,
        keys: [...body.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key),
        sentences: [...body.matchAll(/'([^']+ [^']+)'/g)].map(([, sentence = '']) => sentence),
      })),
    )

const refusalCodes = () =>
  refusalFiles.flatMap((file) =>
    [...readText(file).matchAll(/^ {2}(\w+): \{/gm)].map(([, refusal = '']) => refusal),
  )

test('every refusal is declared once, joined into the catalogue, and has its own message', () => {
  const codes = refusalCodes()
  expect(codes.filter((refusal, at) => codes.indexOf(refusal) !== at)).toEqual([])
  expect(codes.filter((refusal) => !isRefusalCode(refusal))).toEqual([])
  const messages = codes.filter(isRefusalCode).map((refusal) => refusalMessage(refusal))
  expect(codes.length).toBeGreaterThan(20)
  expect(messages.filter((message, at) => messages.indexOf(message) !== at)).toEqual([])
})

test('every refusal is thrown, and every message of the web is shown', () => {
  // The steps of a commission are refused by their own rules.
  const raises = /^src\/(server|web)\/|^src\/rules\/commissions\/(commission|note)-process\.ts$/
  const raising = program.filter((file) => raises.test(file)).map(readText)
  const unraised = refusalCodes().filter((refusal) =>
    raising.every((text) => !text.includes(`'${refusal}'`)),
  )
  expect(unraised).toEqual([])

  const texts = program.map(readText)
  const names = webMessages().flatMap(({ name, keys }) => keys.map((key) => `${name}.${key}`))
  expect(names.length).toBeGreaterThan(30)
  const unused = names.filter((name) =>
    texts.every((text) => !new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(text)),
  )
  expect(unused).toEqual([])
})

test('each sentence is written once among the refusals and the messages of the web', () => {
  const refusals = refusalCodes()
    .filter(isRefusalCode)
    .map((refusal) => refusalMessage(refusal))
  const written = [...refusals, ...webMessages().flatMap(({ sentences }) => sentences)]
  expect(written.filter((sentence, at) => written.indexOf(sentence) !== at)).toEqual([])
})

test('a sentence of the error catalogue appears in a list of refusals or messages and nowhere else', () => {
  const elsewhere = program.filter((file) => !refusalFiles.includes(file))
  const sentences = catalogueSentences()
  const found = elsewhere.flatMap((file) => {
    const isInWeb = file.startsWith('src/web/')
    const whole = readText(file)
    const text = (isInWeb ? whole.replaceAll(messageList, '') : whole).replaceAll(/\s+/g, ' ')
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

test('the web decides by the code of a refusal, never by its message', () => {
  const planted =
    "if (result.message === refusalMessage('cart_full') || message !== messages.network || /stripe/.test(result.message)) {}"
  expect(comparedMessages(planted)).toHaveLength(3)

  // Another program's message without a code of ours, which ERR-21 and FLG-07 want to be read.
  const exceptions = new Set([
    'src/web/uploads/transfers/upload-messages.ts',
    'src/web/moderation/flag-messages.ts',
  ])
  const files = filesUnder('src/web').filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const found = files
    .filter((file) => !exceptions.has(file))
    .flatMap((file) => comparedMessages(readText(file)).map((text) => `${file}: ${text}`))
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
