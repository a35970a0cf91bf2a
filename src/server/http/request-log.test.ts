import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requestLog } from './request-log.ts'

test("the operator's secret does not reach the log", async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = Fastify({ logger: { level: 'info', stream, ...requestLog } })
  app.post('/api/revalidate', async () => ({}))
  await app.inject({ method: 'POST', url: '/api/revalidate?path=/tracks&secret=hush&secret=again' })

  expect(lines.join('')).toContain('/api/revalidate?path=/tracks&secret=hidden&secret=hidden')
  expect(lines.join('')).not.toMatch(/hush|again/)
})

test('an error is logged without the row that the database repeats', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = Fastify({ logger: { level: 'error', stream, ...requestLog } })
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (lower(email))=(mia@example.com) already exists.',
  })
  app.log.error({ err: new Error('It failed.', { cause }) }, 'fault')

  expect(lines.join('')).toMatch(/It failed\..*duplicate key value.*23505/)
  expect(lines.join('')).not.toContain('mia@example.com')
})
