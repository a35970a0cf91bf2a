// What a person will read when an admin has decided, while the admin writes it: the same sentences as in the notification
// and its email.

import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'
import {
  notificationText,
  type NotificationDetails,
} from '#rules/notifications/notification-texts.ts'

export type ToldNotice = {
  /** Who reads it, as the admin knows them. */
  to: string
  kind: NotificationKind
  /** Without the admin's words, which are being written. */
  details?: NotificationDetails
}

/** The texts of the admin that a notice repeats, as far as they are written. */
export type ToldWords = { reason: string; claim?: string }

type NoticePreviewProps = { notices: readonly ToldNotice[]; words: ToldWords }

export function NoticePreview({ notices, words }: NoticePreviewProps) {
  return (
    <section aria-label="Preview of what is sent" className="notice-preview">
      {notices.map((notice) => {
        const { sentence, addition, pathLabel } = textOf(notice, words)
        return (
          <div key={notice.kind + notice.to}>
            <p className="notice-preview-to">
              <bdi>{notice.to}</bdi> will read, on the site and by email:
            </p>
            <p className="notice-title">
              <bdi>{sentence}</bdi>
            </p>
            {addition !== '' && <p className="user-text">{addition}</p>}
            <p className="notice-preview-link">{pathLabel}</p>
          </div>
        )
      })}
    </section>
  )
}

/** A link of the notice needs the track's id, which the preview does without. */
function textOf({ kind, details }: ToldNotice, { reason, claim }: ToldWords) {
  return notificationText(kind, {
    reader: { id: '' },
    actor: null,
    track: null,
    times: 1,
    details: {
      ...details,
      reason: written(reason),
      ...(claim !== undefined && { claim: written(claim) }),
    },
  })
}

function written(text: string): string {
  return text.trim() || '…'
}
