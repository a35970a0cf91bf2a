import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readHead } from './read-head.ts'

/** A body that uses the memory of its chunks again. */
async function* inOneBuffer(parts: string[]) {
  const chunk = Buffer.alloc(5)
  for (const part of parts) yield chunk.subarray(0, chunk.write(part))
}

test('what was read to see the beginning stays, while the body uses its memory again', async () => {
  const { head, whole } = await readHead(inOneBuffer(['under', 'song ', 'sings']), 7)

  expect(head.toString()).toBe('underso')
  expect((await buffer(whole)).toString()).toBe('undersong sings')
})

test('a body that is shorter than the beginning is its own beginning', async () => {
  const { head, whole } = await readHead(inOneBuffer(['song']), 7)

  expect(head.toString()).toBe('song')
  expect((await buffer(whole)).toString()).toBe('song')
})
