import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('test-mode emails are served only to this machine, under its own host name, and never cached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-outbox-'))
  await writeFile(join(folder, 'one.eml'), 'Dear Mia')
  const logged: string[] = []
  await using app = await createTestApp({
    outboxFolder: folder,
    trustedProxies: 1,
    logLevel: 'warn',
    logStream: { write: (line) => void logged.push(line) },
  })
  const statusesFor = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const responses = await Promise.all(
      ['/dev/outbox', '/dev/outbox/one.eml'].map((url) =>
        app.http.inject({ url, headers, remoteAddress }),
      ),
    )
    for (const response of responses) expect(response.headers['cache-control']).toBe('no-store')
    return responses.map(({ statusCode }) => statusCode)
  }
  const ownHost = { host: 'undersong.test' }

  for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect([peer, ...(await statusesFor(ownHost, peer))]).toEqual([peer, 200, 200])
  }
  expect(await statusesFor({ host: 'localhost:3000' })).toEqual([200, 200])
  for (const peer of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1']) {
    expect([peer, ...(await statusesFor(ownHost, peer))]).toEqual([peer, 404, 404])
  }
  expect(await statusesFor({ ...ownHost, 'x-forwarded-for': '127.0.0.1' }, '192.168.1.7')).toEqual([
    404, 404,
  ])
  expect(await statusesFor({ ...ownHost, 'x-forwarded-for': '203.0.113.9' })).toEqual([404, 404])
  expect(await statusesFor({ host: 'rebound.evil.test' })).toEqual([404, 404])
  // After a refusal the handler stops: it reads and sends nothing more, and logs no error.
  expect(logged).toEqual([])
  await rm(folder, { recursive: true })
})
