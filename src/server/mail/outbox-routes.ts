// While payments are in test mode, the emails in the outbox folder are served at /dev/outbox, to this machine only.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { Refusal } from '#rules/errors/refusal.ts'
import { refuseRemoteRequest } from '#server/http/local-requests.ts'
import {
  emailHtml,
  emailHtmlPolicy,
  emailPage,
  outboxPage,
  outboxPagePolicy,
} from './outbox-pages.ts'

const emailName = /^[\w.-]+\.eml$/
/** Each is read and decoded for the list. */
const maxListed = 100

type Named = { Params: { name: string } }

export function serveOutbox(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string },
): void {
  const ownHostname = new URL(publicUrl).hostname

  app.register(async (outbox) => {
    outbox.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseRemoteRequest(request, ownHostname)
    })

    outbox.get('/dev/outbox', async (_request, reply) => {
      const names = (await namesIn(folder)).toSorted().toReversed()
      const listed = names.slice(0, maxListed)
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
