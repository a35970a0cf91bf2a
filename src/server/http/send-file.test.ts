import { expect, test } from 'vitest'
import { attachmentNamed, parseRange } from './send-file.ts'

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=0-1,5-6', null],
  ['items=0-5', null],
  ['bytes=-', null],
])('for a file of 1000 bytes the range %j is parsed as %j', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range)
})

test.each([
  ['Skye Boat Song.wav', `filename="Skye Boat Song.wav"`],
  ["Don't “Stop” Née.wav", `filename="Don't Stop Nee.wav"`],
  ['a"b\r\nSet-Cookie: x=1;.wav', `filename="a'b  Set-Cookie: x=1;.wav"`],
  ['../../etc/passwd', `filename=".. .. etc passwd"`],
  ['歌.wav', 'filename=.wav;'],
])('the file name %j is sent as %s, and its exact form can be decoded', (name, plain) => {
  const header = attachmentNamed(name)
  expect(header).toContain(plain)
  expect(header).toMatch(/^[\x20-\x7E]+$/)
  // A browser reads the plain name where there is no exact one.
  const [, exact] = /filename\*=UTF-8''(\S+)$/.exec(header) ?? []
  const [, only] = /filename="([^"]*)"$/.exec(header) ?? []
  expect(exact === undefined ? only : decodeURIComponent(exact)).toBe(
    name.replaceAll(/[\r\n/\\]/g, ' '),
  )
})
