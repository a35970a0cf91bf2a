// Sends emails to an SMTP server or, without one, writes them into a folder as .eml files that any mail program opens.

import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** Two messages with the same id are one email that was sent twice. */
export type Email = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Null for an email that nobody can unsubscribe from. */
  unsubscribeUrl: string | null
}

export type Mail = {
  name: 'smtp' | 'folder'
  send: (email: Email, signal?: AbortSignal) => Promise<void>
  /** Throws when emails cannot be sent now. */
  check: () => Promise<void>
}

/** A server responds to each step within a second or two; the library's own limits are up to ten minutes. */
const responseTimeoutMs = 20_000
/** Mail servers limit the number of logins. */
const checkAtMostEveryMs = 60_000

export function openSmtpMail({
  url,
  from,
  timeoutMs = responseTimeoutMs,
}: {
  url: string
  from: string
  timeoutMs?: number
}): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  let lastCheck: { at: number; result: Promise<unknown> } | null = null
  return {
    name: 'smtp',
    async send(email, signal) {
      await transport.sendMail({ ...asMessage(email, from), ...(signal && { signal }) })
    },
    async check() {
      if (lastCheck === null || Date.now() - lastCheck.at > checkAtMostEveryMs) {
        lastCheck = { at: Date.now(), result: transport.verify() }
      }
      await lastCheck.result
    },
  }
}

export async function openFolderMail({
  folder,
  from,
}: {
  folder: string
  from: string
}): Promise<Mail> {
  await mkdir(folder, { recursive: true })
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    name: 'folder',
    async send(email) {
      const { message } = await transport.sendMail(asMessage(email, from))
      if (!Buffer.isBuffer(message)) throw new Error('The email was not written as one piece.')
      // Sorting by name sorts by time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(join(folder, name), message, { mode: 0o600 })
    },
    check: () => access(folder, constants.W_OK),
  }
}

function asMessage({ id, unsubscribeUrl, ...email }: Email, from: string) {
  const [, domain = 'undersong'] = /@([^\s>]+)/.exec(from) ?? []
  const headers = {
    // Prevents automatic replies, such as vacation notices.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== null && {
      // A mail program that knows the second header unsubscribes by a POST to the address (RFC 8058).
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  return { ...email, from, messageId: `<${id}@${domain}>`, headers }
}
