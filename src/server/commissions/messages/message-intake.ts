// Takes a message with its files: what is refused, or fails, leaves neither a row nor a file.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { maxAttachmentBytes, maxAttachments } from '#rules/commissions/message-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { openArrivals, type Arrivals } from '#server/gateways/storage/arriving-files.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { ReceivedFile } from '#server/http/multipart-form.ts'
import { minimumAgeMs } from '#server/uploads/stored-file-sweep.ts'
import type { CommissionDeps } from '../take-step.ts'
import { storeAttachments, type StoredAttachment } from './attachment-intake.ts'
import {
  findRoom,
  findSent,
  refuseClosed,
  storeMessage,
  type NewMessage,
  type Room,
} from './message-commands.ts'
import type { MessageRow } from './message-queries.ts'

export type MessageDeps = CommissionDeps & Committing & { storage: Storage }

/** The forms of one user, in this process: each keeps a picture in memory. */
const maxFormsAtOnce = 3

/** The first file of a form is stored while the others arrive: without a row, an hour later it would be swept. */
const maxFormMs = minimumAgeMs - 10 * 60_000

export function openMessageForms(storage: Storage): Arrivals {
  return openArrivals(storage, { maxBytes: maxAttachments * maxAttachmentBytes })
}

type Sent = Omit<NewMessage, 'id'>

/**
 * @throws Refusal not_found, message_on_its_way, those of `storeAttachments` and of `storeMessage`; and the errors of the form
 */
export async function receiveMessage(
  { log, forms, ...deps }: MessageDeps & { log: FastifyBaseLogger; forms: Arrivals },
  sent: Sent,
  files: AsyncIterable<ReceivedFile>,
): Promise<MessageRow> {
  const { db } = deps
  const room = await findRoom(db, { commissionId: sent.commissionId, userId: sent.authorId })
  const made = await findSent(db, sent)
  if (made) return made
  await refuseClosed(db, deps, room)
  const refuse = async (arriving: number) => {
    if (arriving >= maxFormsAtOnce) throw new Refusal('message_on_its_way')
  }
  const store = () => storeWithFiles({ log, ...deps }, { room, sent, files })
  return forms.admit(sent.authorId, refuse, store)
}

async function storeWithFiles(
  { log, ...deps }: MessageDeps & { log: FastifyBaseLogger },
  { room, sent, files }: { room: Room; sent: Sent; files: AsyncIterable<ReceivedFile> },
): Promise<MessageRow> {
  const message = { id: randomUUID(), ...sent }
  const attachments: StoredAttachment[] = []
  const clear = () => removeUnneeded({ log, ...deps }, { ...message, attachments })
  const beganAt = deps.clock.now()
  try {
    await storeAttachments(deps.storage, files, attachments)
    if (deps.clock.now().getTime() - beganAt.getTime() > maxFormMs)
      throw new Refusal('upload_interrupted')
    const row = await storeMessage(deps, room, { ...message, attachments })
    // The same press was faster in another request.
    if (row.id !== message.id) await clear()
    return row
  } catch (error) {
    await clear()
    throw error
  }
}

/**
 * The transaction may have been committed although its end was not seen: its message then needs the files. The sweep of
 * stored files removes what stays after a failure here.
 */
async function removeUnneeded(
  { db, storage, log }: MessageDeps & { log: FastifyBaseLogger },
  { attachments, ...message }: NewMessage & { attachments: StoredAttachment[] },
): Promise<void> {
  if (attachments.length === 0) return
  try {
    const row = await findSent(db, message)
    if (row?.id === message.id) return
    for (const { storageKey } of attachments) await storage.remove(storageKey)
  } catch (error) {
    log.error({ err: error, messageId: message.id }, 'files of a message stay until the sweep')
  }
}
