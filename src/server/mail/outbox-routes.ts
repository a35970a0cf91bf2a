// While payments are in test mode, the emails in the outbox folder are served at /dev/outbox, to this machine only.

import { readdir, readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { Refusal } from '#rules/errors/refusal.ts'
import { localHostnames } from '#server/http/odd-hosts.ts'
import {
  emailHtml,
  emailHtmlPolicy,
  emailPage,
  outboxPage,
  outboxPagePolicy,
} from './outbox-pages.ts'

const emailName = /^[\w.-]+\.eml$/
/** Each is read and decoded for the list. */
const mostListed = 100

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

type Named = { Params: { name: string } }

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
      const names = (await namesIn(folder)).toSorted().toReversed()
      const listed = names.slice(0, mostListed)
      const emails = await Promise.all(
        listed.map(async (name) => ({ name, email: await readEmail(folder, name) })),
      )
      return sendHtml(reply, outboxPage(emails, names.length), outboxPagePolicy)
    })

    outbox.get<Named>('/dev/outbox/:name', async ({ params: { name } }, reply) =>
      sendHtml(reply, emailPage(name, await readEmail(folder, name)), outboxPagePolicy),
    )

    outbox.get<Named>('/dev/outbox/:name/html', async ({ params: { name } }, reply) =>
      sendHtml(reply, emailHtml(await readEmail(folder, name)), emailHtmlPolicy),
    )

    outbox.get<Named>('/dev/outbox/:name/source', async ({ params: { name } }, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readSource(folder, name)),
    )
  })
}

function sendHtml(reply: FastifyReply, html: string, policy: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => emailName.test(name))
}

async function readEmail(folder: string, name: string): Promise<Email> {
  return PostalMime.parse(await readSource(folder, name))
}

async function readSource(folder: string, name: string): Promise<Buffer> {
  if (!(await namesIn(folder)).includes(name)) throw new Refusal('not_found')
  return readFile(join(folder, name))
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
