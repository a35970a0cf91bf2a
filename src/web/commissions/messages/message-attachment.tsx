// A file of a message: a picture, a recording with its player, or a document to save.

import { FileText } from 'lucide-react'
import type { Attachment } from '#contracts/commissions/messages.ts'
import { OwnPlayer } from '#web/player/own-player.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { documentSize } from '#web/ui/document-size.ts'
import { roomMessages } from './room-messages.ts'

export function MessageAttachment({ attachment }: { attachment: Attachment }) {
  const { kind, state, fileName, url, reason } = attachment
  if (url === null)
    return (
      <div className="message-file">
        <bdi>{fileName}</bdi>
        {state === 'preparing' && (
          <p className="message-preparing">
            <Spinner />
            {roomMessages.preparing}
          </p>
        )}
        {reason !== null && <ErrorText>{reason}</ErrorText>}
      </div>
    )
  if (kind === 'image') return <Picture attachment={attachment} url={url} />
  if (kind === 'audio') return <Recording attachment={attachment} url={url} />
  return (
    <a className="message-document" href={url} download={fileName}>
      <FileText size={20} aria-hidden="true" />
      <span>
        <bdi>{fileName}</bdi> ({documentSize(attachment.bytes)})
      </span>
    </a>
  )
}

type Shown = { attachment: Attachment; url: string }

const tallestPicture = 320

/** Its size is known, so that nothing moves when it is there. */
function Picture({ attachment: { fileName, width, height }, url }: Shown) {
  const scale = Math.min(1, tallestPicture / (height ?? tallestPicture))
  const shown = (side: number | null) => (side === null ? undefined : Math.round(side * scale))
  return (
    <a className="message-picture" href={url} target="_blank" rel="noopener">
      <img src={url} alt={fileName} width={shown(width)} height={shown(height)} loading="lazy" />
    </a>
  )
}

function Recording({ attachment: { fileName, durationSeconds, waveform }, url }: Shown) {
  return (
    <div className="message-file">
      <bdi>{fileName}</bdi>
      <OwnPlayer
        url={url}
        durationSeconds={durationSeconds ?? 0}
        waveform={waveform}
        name={`the recording “${fileName}”`}
      />
    </div>
  )
}
