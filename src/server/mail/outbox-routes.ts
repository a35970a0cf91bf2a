// While payments are only tests, the emails in the outbox folder can be read at /dev/outbox.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const letterName = /^[\w.-]+\.eml$/

export function serveOutbox(app: FastifyInstance, folder: string): void {
  app.get('/dev/outbox', async (_request, reply) => {
    const names = (await readdir(folder))
      .filter((name) => letterName.test(name))
      .toSorted()
      .toReversed()
    const list = names.map((name) => `<li><a href="/dev/outbox/${name}">${name}</a></li>`).join('')
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en-GB"><title>Outbox</title><h1>Outbox</h1>${list ? `<ul>${list}</ul>` : '<p>No emails yet.</p>'}</html>`,
      )
  })

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
    const { name } = request.params
    const names = await readdir(folder)
    if (!letterName.test(name) || !names.includes(name)) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, name)))
  })
}
