// Mail goes to an SMTP server, or, without one, into a folder as .eml files that any mail program opens.

import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Letter = { to: string; subject: string; text: string; html: string }

export type Mail = { name: 'smtp' | 'folder'; send: (letter: Letter) => Promise<void> }

export function openSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport(url)
  return {
    name: 'smtp',
    async send(letter) {
      await transport.sendMail({ ...letter, from })
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
    async send(letter) {
      const { message } = await transport.sendMail({ ...letter, from })
      if (!Buffer.isBuffer(message)) throw new Error('The letter was not written as one piece.')
      // Sorted by name they are sorted by time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(join(folder, name), message, { mode: 0o600 })
    },
  }
}
