// Writes messages in the room of a commission as its form does.

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Message, MessagePage } from '#contracts/commissions/messages.ts'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { pdf } from '../licences/licence-documents.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export { pdf }

export type SentFile = { bytes: Uint8Array; name?: string; type?: string }
type SentMessage = { text?: string; requestKey?: string; files?: SentFile[] }

/** A form with its files, or JSON without any. */
export async function sendMessage(
  app: Pick<TestApp, 'http'>,
  as: Pick<TestUser, 'cookie'> | undefined,
  commissionId: string,
  { text = 'Could it be in D?', requestKey = randomUUID(), files = [] }: SentMessage = {},
) {
  if (files.length > 0)
    return sendEncoded(app, as, commissionId, await encodedForm({ text, requestKey, files }))
  const body = JSON.stringify({ text, requestKey })
  return sendEncoded(app, as, commissionId, { type: 'application/json', body })
}

type Encoded<Body extends string | Buffer | Readable> = { type: string; body: Body }

/** The form of a message, to be sent in another way than at once. */
export async function encodedForm({
  text,
  requestKey,
  files,
}: Required<SentMessage>): Promise<Encoded<Buffer>> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ text, requestKey })) form.append(name, value)
  for (const { bytes, name = 'file', type = 'application/octet-stream' } of files)
    form.append('attachments', new File([Buffer.from(bytes)], name, { type }))
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await encoded.arrayBuffer()) }
}

export function sendEncoded(
  app: Pick<TestApp, 'http'>,
  as: Pick<TestUser, 'cookie'> | undefined,
  commissionId: string,
  { type, body }: Encoded<string | Buffer | Readable>,
) {
  return app.http.inject({
    method: 'POST',
    url: `/api/commissions/${commissionId}/messages`,
    headers: {
      host: 'undersong.test',
      'content-type': type,
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload: body,
  })
}

/** @throws if it is refused */
export async function sentMessage(...sent: Parameters<typeof sendMessage>): Promise<Message> {
  const answer = await sendMessage(...sent)
  if (answer.statusCode !== 200) throw new Error(`Not sent: ${answer.body}`)
  return answer.json<Message>()
}

export const listMessages = (
  app: TestApp,
  as: TestUser | undefined,
  commissionId: string,
  before?: string,
) =>
  app.call(
    `GET /api/commissions/${commissionId}/messages${before === undefined ? '' : `?before=${before}`}`,
    as ? { as } : {},
  )

export const messagesOf = async (...asked: Parameters<typeof listMessages>) =>
  (await listMessages(...asked)).json<MessagePage>()

export const markRead = (app: TestApp, as: TestUser, commissionId: string, upTo: string) =>
  app.call(`POST /api/commissions/${commissionId}/read`, { as, send: { upTo } })

export const stateReason = (app: TestApp, as: TestUser, commissionId: string) =>
  app.call(`POST /api/proxy/admin/commissions/${commissionId}/read`, {
    as,
    send: { note: 'A party asked us to look.' },
  })

/** A recording that the engine decodes in a moment. */
export const voice = (seconds = 2) =>
  makeWav({ waveform: tone(440), seconds, sampleRateHz: 8_000, channels: 1 })

export const plainPicture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()

/** The keys of everything that is attached. */
export async function attachedKeys({ storage }: TestApp): Promise<string[]> {
  return (await Array.fromAsync(storage.list('attachments'))).map(({ key }) => key).toSorted()
}

/** Both parties have written, each with a document. Returns what the artist has sent. */
export async function createMessages(
  app: TestApp,
  { customer, artist }: { customer: TestUser; artist: TestUser },
  commissionId: string,
): Promise<{ messageId: string; attachmentId: string }> {
  const write = (author: TestUser) =>
    sentMessage(app, author, commissionId, {
      text: `A question, says ${author.username}`,
      files: [{ bytes: pdf, name: `words of ${author.username}.pdf` }],
    })
  await write(customer)
  const { id: messageId, attachments } = await write(artist)
  return { messageId, attachmentId: attachments[0]?.id ?? '' }
}
