// Money that is held until an approval is never called escrow: that is a service which needs a licence.

import { expect, test } from 'vitest'
import { filesUnder, readText } from './support/source/project-files.ts'
import { textsIn } from './support/source/source-texts.ts'

const forbidden = /escrow/i
const callsItSo = (source: string) => textsIn(source).some((text) => forbidden.test(text))

test.each([
  ['const Line = () => <p>Your money is in escrow until you approve.</p>', true],
  ['const Line = () => <p title="Held in ESCROW">Held</p>', true],
  ["const subject = 'Escrow released'", true],
  ['const line = `${price} of ${name} in an escrow account`', true],
  ["const states = ['held', 'escrow']", true],
  ["/** Never called escrow. */ const subject = 'The money is held'", false],
])('the source %s calls held money so: %s', (source, itDoes) => {
  expect(callsItSo(source)).toBe(itDoes)
})

test('no page, message, email or description of the API calls held money escrow', () => {
  const files = filesUnder('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => callsItSo(readText(file)))).toEqual([])
})
