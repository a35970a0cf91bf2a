// The other formats of an owned recording: made on request, then downloaded. Without a script the page is loaded again.

import type { RenditionFormat } from '#rules/music/audio-formats.ts'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { getRendition, OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import type { OwnedFormat } from '#rules/orders/rendition-formats.ts'
import { request } from '#web/api/browser.ts'
import { followChanges } from '#web/api/live-events.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { fileSize } from '#web/ui/file-size.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { orderMessages } from './order-messages.ts'

export function downloadPath(trackId: string, format: OwnedFormat): string {
  const path = `/api/proxy/tracks/download/${trackId}`
  return format === 'original' ? path : `${path}?format=${format}`
}

type OwnedRenditionsProps = {
  owned: OwnedTrack
  /** Fetches what has changed, where the page's loader does not load it. */
  onChange?: () => Promise<void>
}

export function OwnedRenditions({ owned, onChange }: OwnedRenditionsProps) {
  const { track, files, stream } = owned
  const renditions = files.filter(({ format }) => format !== 'original')
  if (renditions.length === 0) return null
  return (
    <>
      {stream === null && <p className="detail">{orderMessages.notPlayable}</p>}
      <ul className="stack-xs" aria-label={`Other formats of ${track.title}`}>
        {renditions.map((file) => (
          <li key={file.format}>
            <Rendition
              trackId={track.id}
              title={track.title}
              file={file}
              isPlayedOnly={stream === null}
              onChange={onChange}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type RenditionProps = {
  trackId: string
  title: string
  file: OwnedFile
  onChange: OwnedRenditionsProps['onChange']
}

function Rendition({
  isPlayedOnly,
  ...props
}: RenditionProps & {
  /** It is made to be played here, because the browser cannot play the original. */
  isPlayedOnly: boolean
}) {
  const { trackId, title, file, onChange } = props
  const hasWaited = useRenditionProgress(trackId, file, onChange)
  const [isAsked, setIsAsked] = useState(false)
  const begins = file.state === 'ready' && isAsked && !isPlayedOnly
  const link = useRef<HTMLAnchorElement>(null)
  // Who pressed the button wants the file: it would be a second press for the same thing.
  useEffect(() => {
    if (begins) link.current?.click()
  }, [begins])
  return (
    <>
      {file.state === 'ready' && (
        <a
          ref={link}
          href={downloadPath(trackId, file.format)}
          download
          className="btn btn-ghost btn-sm btn-wide"
        >
          <Download size={16} aria-hidden="true" />{' '}
          <span>
            <span className="sr-only">Download {title} as </span>
            {file.label} · {fileSize(file.bytes ?? 0)}
          </span>
        </a>
      )}
      {file.canBeRequested && <RequestForm {...props} onAsk={() => setIsAsked(true)} />}
      <output className="detail">
        {file.state === 'waiting' && (
          <span className="waiting">
            <Spinner /> Preparing your {file.label}…
          </span>
        )}
        {begins && orderMessages.downloadBegins(file.label)}
        {file.state === 'ready' && hasWaited && !begins && (
          <span className="sr-only">Your {file.label} is ready</span>
        )}
      </output>
      {file.state === 'waiting' && (
        <noscript>
          <a href={myTracksPath()}>Look again</a>
        </noscript>
      )}
      {file.reason !== null && <ErrorText>{file.reason}</ErrorText>}
    </>
  )
}

/** The page's action answers with the refusal, or with nothing. */
type Answer = { refused: { message: string } } | null

function RequestForm(props: RenditionProps & { onAsk: () => void }) {
  const { trackId, title, file, onAsk, onChange } = props
  const fetcher = useFetcher<Answer>()
  const isSending = fetcher.state !== 'idle'
  const isAnswered = fetcher.state === 'idle' && fetcher.data === null
  useEffect(() => {
    if (isAnswered) void onChange?.()
  }, [isAnswered, onChange])
  return (
    <fetcher.Form method="post" action={myTracksPath()} onSubmit={onAsk}>
      <input type="hidden" name="id" value={trackId} />
      <input type="hidden" name="format" value={file.format} />
      <Button
        type="submit"
        variant="ghost"
        size="sm"
        className="btn-wide"
        isLoading={isSending}
        loadingText="Asking…"
        aria-label={`Make ${file.label} of ${title}`}
      >
        {file.state === 'refused' ? `Try ${file.label} again` : `Make ${file.label}`}
      </Button>
      {fetcher.data && (
        <div role="alert">
          <ErrorText>{fetcher.data.refused.message}</ErrorText>
        </div>
      )}
    </fetcher.Form>
  )
}

/** Loads the data again when the rendition is ready or refused. Returns whether it was waited for. */
function useRenditionProgress(
  trackId: string,
  { format, state }: OwnedFile,
  onChange: OwnedRenditionsProps['onChange'],
): boolean {
  const { revalidate } = useRevalidator()
  const isWaiting = state === 'waiting'
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)
  useEffect(() => {
    if (!isWaiting || format === 'original') return undefined
    return followChanges({
      isConcerned: (event) => event.name === 'renditionChanged' && event.trackId === trackId,
      async refetch() {
        const isStillWaiting = await waits(trackId, format)
        if (!isStillWaiting) await (onChange ?? revalidate)()
        return isStillWaiting
      },
    })
  }, [isWaiting, trackId, format, revalidate, onChange])
  return hasWaited
}

async function waits(id: string, format: RenditionFormat): Promise<boolean> {
  const route = 'GET /api/proxy/my-tracks/{id}/renditions/{format}'
  const result = await request<typeof getRendition>(route, { id, format })
  return !result.ok || result.value.state === 'waiting'
}
