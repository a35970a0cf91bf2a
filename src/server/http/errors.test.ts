import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#rules/errors/refusal.ts'
import { handleErrors } from './errors.ts'
import { refuseOddHosts } from './odd-hosts.ts'

async function responseTo(thrown: Error) {
  const logged: unknown[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'error', stream } })
  handleErrors(app)
  app.get('/', async (_request, reply) => {
    reply.header('etag', '"1"').header('cache-control', 'public, max-age=86400')
    throw thrown
  })
  return { ...(await app.inject('/')), logged }
}

test.each([
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('the database system is shutting down'), { code: '57P03' }),
  Object.assign(new Error('terminating connection'), { code: '57P01' }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Client has encountered a connection error and is not queryable'),
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' }),
  new Error('It failed.', { cause: new Error('Connection terminated unexpectedly') }),
])(
  'while the database is unavailable (%s) the response is a 503 with Retry-After',
  async (error) => {
    const { statusCode, headers, logged } = await responseTo(error)
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(logged).toMatchObject([{ msg: 'the database is unavailable', count: 1 }])
  },
)

test('an error response must not be cached', async () => {
  for (const error of [new Error('oh'), new Refusal('not_found'), new Refusal('storage_full')]) {
    const { headers } = await responseTo(error)
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  }
})

test('a refusal with a server error status is logged with its cause, any other is not', async () => {
  const cause = new Error('No space left on device')
  const { logged } = await responseTo(new Refusal('storage_full', { cause }))
  expect(logged).toMatchObject([{ msg: 'storage_full', err: { message: cause.message } }])
  expect((await responseTo(new Refusal('not_found'))).logged).toEqual([])
})

test.each(['a b', '[', '%00', 'shop.test:99999'])('the host %j is refused', async (host) => {
  const app = Fastify()
  handleErrors(app)
  refuseOddHosts(app)
  app.get('/', async () => 'here')
  const response = await app.inject({ url: '/', headers: { host } })
  expect([response.statusCode, response.json().code]).toEqual([400, 'bad_host'])
})
