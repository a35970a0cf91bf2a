// While payments are in test mode, the emails in the outbox folder are served at /dev/outbox, to this machine only.

import { readdir, readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { localHostnames } from '#server/http/odd-hosts.ts'

const emailName = /^[\w.-]+\.eml$/

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

export function serveOutbox(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string },
): void {
  const ownHostname = new URL(publicUrl).hostname

  app.register(async (outbox) => {
    outbox.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!isLocalRequest(request, ownHostname)) throw new Refusal('not_found')
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
 * Checks the connection, as addresses in headers can be forged; requests forwarded by a local proxy come from other
 * machines. The host name is checked because a foreign page in a local browser could read the emails by DNS rebinding.
 */
function isLocalRequest({ raw, hostname, headers }: FastifyRequest, ownHostname: string): boolean {
  const peer = raw.socket.remoteAddress ?? ''
  const isLoopback = loopback.check(peer, peer.includes(':') ? 'ipv6' : 'ipv4')
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  return isLoopback && !isForwarded && (hostname === ownHostname || localHostnames.has(hostname))
}
