// Maps messages and their attachments to the contract.

import type { Attachment, Message } from '#contracts/commissions/messages.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import type { Viewer } from '../commission-queries.ts'
import type { AttachmentRow, MessageRow } from './message-queries.ts'

type Shown = {
  attachments: AttachmentRow[]
  viewer: Viewer
  /** When the viewer last looked; null before the first message was seen. */
  readAt: Date | null
}

export function presentMessage(row: MessageRow, { attachments, viewer, readAt }: Shown): Message {
  const isByOther = viewer !== 'admin' && row.author_role !== viewer
  const isRemoved = row.taken_down_at !== null
  // An admin who judges the commission reads what was removed; its files are sent to nobody.
  const isHidden = isRemoved && viewer !== 'admin'
  const own = attachments.filter(({ message_id: messageId }) => messageId === row.id)
  return {
    id: row.id,
    commissionId: row.commission_id,
    author: row.author_role,
    text: isHidden ? '' : row.text,
    sentAt: row.created_at.toISOString(),
    isUnread: isByOther && !isRemoved && (readAt === null || row.created_at > readAt),
    isRemoved,
    attachments: isHidden ? [] : own.map((attachment) => presentAttachment(attachment, isRemoved)),
  }
}

const waveformBars = 96

function presentAttachment(row: AttachmentRow, isRemoved: boolean): Attachment {
  const { refusal_code: code } = row
  return {
    id: row.id,
    kind: row.kind,
    state: row.status,
    fileName: row.file_name,
    bytes: Number(row.bytes),
    url:
      row.status === 'ready' && !isRemoved
        ? `/api/commissions/${row.commission_id}/attachments/${row.id}`
        : null,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1000,
    waveform: row.peaks === null ? null : waveformOf(row.peaks, waveformBars),
    reason: code !== null && isRefusalCode(code) ? refusalMessage(code) : null,
  }
}
