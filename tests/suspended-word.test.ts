// Which word people read for it: an account is suspended. That it is banned only admins read (D-101, D-103).

import { expect, test } from 'vitest'
import { filesUnder, readText } from './support/source/project-files.ts'
import { textsIn } from './support/source/source-texts.ts'

const roots = ['src/web', 'src/rules', 'src/contracts', 'src/server']

/** Only admins read them. */
const forAdmins = [
  'src/web/admin/',
  'src/web/pages/admin/',
  'src/rules/admin/',
  'src/rules/errors/admin-errors.ts',
  'src/contracts/admin/',
]

/** What only admins see, the API's description of their endpoints, and the sentence that the specification quotes. */
const allowed = [
  ['src/web/artists/grid/banned-artists.tsx', 'Banned'],
  ['src/web/artists/profile/artist-head.tsx', 'Banned'],
  ['src/rules/errors/general-messages.ts', 'You are banned from accessing this content!'],
  ['src/server/http/all-endpoints.ts', 'Banning users.'],
]

/** Not the name of a column. */
const forbidden = /(?<!\.)\b(un)?ban(s|ned|ning)?\b/i
const wanted = /\bsuspended\b/

const files = roots
  .flatMap(filesUnder)
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !forAdmins.some((at) => file.startsWith(at)))

/** Not the names and paths among its strings. */
const sentencesIn = (file: string) =>
  textsIn(readText(file)).filter((text) => /^[A-Z]| /.test(text))

test('people read that an account is suspended; that it is banned only admins read, and where the specification says so', () => {
  const mentioning = files.filter((file) =>
    [forbidden, wanted].some((word) => word.test(readText(file))),
  )
  const texts = mentioning.flatMap((file) => sentencesIn(file).map((text) => [file, text] as const))
  expect(texts.filter(([, text]) => forbidden.test(text))).toEqual(allowed)
  expect(texts.some(([, text]) => wanted.test(text))).toBe(true)
})
