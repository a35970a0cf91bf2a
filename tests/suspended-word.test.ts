import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What admins read, and the sentences that the specification quotes. */
const files = globSync([
  'src/web/**/*-messages.ts',
  'src/rules/errors/*.ts',
  'src/rules/notifications/*.ts',
  'src/rules/contact/*.ts',
]).filter(
  (file) =>
    !file.includes('.test.') &&
    !file.startsWith('src/web/admin/') &&
    !file.endsWith('/admin-errors.ts'),
)
const quoted = 'You are banned from accessing this content!'

test('people read that an account is suspended; that it is banned only admins read, and where the specification says so', () => {
  const sentences = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<=['"`])[^'"`\n]* [^'"`\n]*(?=['"`])/g)].map(
      ([sentence]) => sentence,
    ),
  )
  expect(sentences.filter((sentence) => /\b(un)?ban(s|ned|ning)?\b/i.test(sentence))).toEqual([
    quoted,
  ])
  expect(sentences.some((sentence) => sentence.includes('suspended'))).toBe(true)
})
