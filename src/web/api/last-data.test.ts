import { expect, test } from 'vitest'
import { createLastData } from './last-data.ts'

const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))

test('without a connection a page keeps what it showed last, and never that of another address', async () => {
  const last = createLastData<string>()
  await expect(last.load('/a', noConnection)).rejects.toBeInstanceOf(TypeError)
  expect(await last.load('/a', async () => 'first')).toBe('first')
  expect(await last.load('/a', noConnection)).toBe('first')
  expect(await last.load('/a', async () => 'second')).toBe('second')
  expect(await last.load('/a', noConnection)).toBe('second')
  await expect(last.load('/b', noConnection)).rejects.toBeInstanceOf(TypeError)
})

test('an answer of the server, a refusal too, is never replaced by what was shown before', async () => {
  const last = createLastData<string>()
  await last.load('/a', async () => 'first')
  const gone = new Response(null, { status: 404 })
  await expect(last.load('/a', () => Promise.reject(gone))).rejects.toBe(gone)
})
