import { get, type OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { attachmentNamed, parseRange, sendFile } from './send-file.ts'

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

test.each([
  ['all of it', {}, undefined, ['start'], 0.99, 1],
  ['its beginning', { range: 'bytes=0-3999999' }, undefined, ['start'], 0.09, 0.1],
  ['a later part', { range: 'bytes=4000000-7999999' }, undefined, ['part'], 0.09, 0.1],
  ['a part that its reader ends', {}, 100_000, ['start'], 0, 0.95],
] as const)('of %s it is told how it begins, and how much was sent', async (...given) => {
  const [_case, headers, endsAfter, begun, atLeast, atMost] = given
  const bytes = 40_000_000
  const told: string[] = []
  const note = (word: string) => async () => void told.push(word)
  const shares = Promise.withResolvers<number>()
  const storage = {
    stat: async () => ({ bytes }),
    get: async (_key: string, range = { start: 0, end: bytes - 1 }) => ({
      body: Readable.from(blocks(range.end - range.start + 1)),
      bytes: range.end - range.start + 1,
    }),
  }
  const http = Fastify()
  http.get('/', (request, reply) =>
    sendFile(storage as never, request, reply, { ...file, ...counting }, note('start')),
  )
  const file = { key: 'a', contentType: 'audio/wav', cacheControl: 'no-store', etag: 'a' }
  const counting = { onPart: note('part'), onSent: async (sent: number) => shares.resolve(sent) }
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  await read(url, headers, endsAfter)
  const sent = await shares.promise
  await http.close()
  expect(told).toEqual(begun)
  expect(sent).toBeGreaterThan(atLeast)
  expect(sent).toBeLessThanOrEqual(atMost)
})

function* blocks(bytes: number) {
  for (let left = bytes; left > 0; left -= 500_000) yield Buffer.alloc(Math.min(left, 500_000))
}

/** Ends the connection once so many bytes have come. */
function read(url: string, headers: OutgoingHttpHeaders, endsAfter = Infinity): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received >= endsAfter) request.destroy()
      })
      response.on('close', resolve)
      response.on('error', () => resolve())
    })
    request.on('error', reject)
  })
}
