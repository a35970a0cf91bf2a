// While payments are only tests, the emails in the outbox folder can be read at /dev/outbox, on this machine only.

import { readdir, readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/refusal.ts'

const emailName = /^[\w.-]+\.eml$/
const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

export function serveOutbox(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string },
): void {
  const home = new URL(publicUrl).hostname

  app.register(async (outbox) => {
    outbox.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!isFromHere(request, home)) throw new Refusal('not_found')
    })

    outbox.get('/dev/outbox', async (_request, reply) => {
      const names = (await readdir(folder))
        .filter((name) => emailName.test(name))
        .toSorted()
        .toReversed()
      const list = names
        .map((name) => `<li><a href="/dev/outbox/${name}">${name}</a></li>`)
        .join('')
      return reply
        .type('text/html; charset=utf-8')
        .send(
          `<!doctype html><html lang="en-GB"><title>Outbox</title><h1>Outbox</h1>${list ? `<ul>${list}</ul>` : '<p>No emails yet.</p>'}</html>`,
        )
    })

    outbox.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
      const { name } = request.params
      const names = await readdir(folder)
      if (!emailName.test(name) || !names.includes(name)) throw new Refusal('not_found')
      return reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, name)))
    })
  })
}

/**
 * By the connection itself, as addresses in headers can be made up; a proxy on this machine forwards for others. Another
 * host name that leads here is how a foreign page in this machine's browser would read the letters.
 */
function isFromHere({ raw, hostname, headers }: FastifyRequest, home: string): boolean {
  const peer = raw.socket.remoteAddress ?? ''
  const isLoopback = loopback.check(peer, peer.includes(':') ? 'ipv6' : 'ipv4')
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  return isLoopback && !isForwarded && (hostname === home || ownNames.has(hostname))
}
