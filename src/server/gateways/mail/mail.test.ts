import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderMail, openSmtpMail } from './mail.ts'

const email = {
  id: 'd3b0f6c2-0000-4000-8000-000000000001',
  to: 'mia@example.com',
  subject: 'Your tracks',
  text: 'Hello',
  html: '<p>Hello</p>',
  unsubscribeUrl: null,
}
const from = 'Undersong <hello@shop.example>'

/** An SMTP server that stops responding after the named step. */
async function startMailServer(silentAfter: 'nothing' | 'connecting' | 'DATA') {
  const sockets = new Set<Socket>()
  const received: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    if (silentAfter === 'connecting') return
    socket.write('220 mail.example\r\n')
    let isData = false
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isData) {
          received.push(line)
          if (line === '.') isData = false
          if (line === '.' && silentAfter !== 'DATA') socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          isData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each(['connecting', 'DATA'] as const)(
  'sending times out when the mail server stops responding after %s',
  async (silentAfter) => {
    await using server = await startMailServer(silentAfter)
    const mail = openSmtpMail({ url: server.url, from, timeoutMs: 50 })
    await expect(mail.send(email)).rejects.toThrow(/timeout|greeting never received/i)
  },
)

test('an aborted job stops waiting for the mail server', async () => {
  await using server = await startMailServer('DATA')
  const mail = openSmtpMail({ url: server.url, from })
  const controller = new AbortController()
  const sending = mail.send(email, controller.signal)
  controller.abort(new Error('over its deadline'))
  await expect(sending).rejects.toThrow(/abort|over its deadline/i)
})

test('an email sent again has the same message id, and is marked as auto-generated', async () => {
  await using server = await startMailServer('nothing')
  const mail = openSmtpMail({ url: server.url, from })
  await mail.send(email)
  await mail.send(email)

  const ids = server.received.filter((line) => line.startsWith('Message-ID:'))
  expect(ids).toEqual(Array(2).fill(`Message-ID: <${email.id}@shop.example>`))
  expect(server.received).toContain('Auto-Submitted: auto-generated')
})

test('a folder stores emails as they would be sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-mail-'))
  const mail = await openFolderMail({ folder, from })
  await mail.send(email)
  await mail.check()

  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toContain(`<${email.id}@shop.example>`)
  await rm(folder, { recursive: true })
  await expect(mail.check()).rejects.toThrow('ENOENT')
})

test('the check fails when the mail server is unreachable', async () => {
  const server = await startMailServer('nothing')
  await openSmtpMail({ url: server.url, from }).check()
  await server[Symbol.asyncDispose]()
  await expect(openSmtpMail({ url: server.url, from }).check()).rejects.toThrow('ECONNREFUSED')
})
