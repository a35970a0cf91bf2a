// One recording on its way to the server: bytes sent, estimated time left, and result.

import { useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import type { z } from 'zod'
import type { uploadTrack } from '#contracts/uploads.ts'
import { sendFile, type Sent } from '#web/api/send-file.ts'
import { fileSize } from '#web/ui/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { sentPrice, uploadFailureText } from './upload-messages.ts'

type Sending = Sent & { fileName: string; secondsLeft: number | null }
type Details = z.input<(typeof uploadTrack)['input']>

/** No estimate before this time: the speed varies too much at the start. */
const estimateAfterMs = 2000

const leaveQuestion = 'Your track is still being sent. Leave and cancel it?'

export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null)
  const currentUpload = useRef<AbortController | null>(null)
  const isSending = sending !== null

  // The first confirms closing the tab, the second following a link in it.
  useBeforeUnload((event) => {
    if (isSending) event.preventDefault()
  })
  const navigation = useBlocker(isSending)
  useEffect(() => {
    if (navigation.state !== 'blocked') return
    if (window.confirm(leaveQuestion)) navigation.proceed()
    else navigation.reset()
  }, [navigation])
  useEffect(() => () => currentUpload.current?.abort(), [])

  async function send(details: Details, form: FormData) {
    const content = form.get('file')
    if (!(content instanceof File)) return null
    const startedAt = Date.now()
    const controller = new AbortController()
    currentUpload.current = controller
    const report = (sent: Sent) => {
      const left = secondsLeft(sent, Date.now() - startedAt)
      setSending({ ...sent, fileName: content.name, secondsLeft: left })
    }
    report({ bytes: 0, totalBytes: content.size })
    const result = await sendFile<typeof uploadTrack>(
      'POST /api/proxy/tracks',
      {
        fields: { ...details, price: sentPrice(details.price) },
        file: { field: 'file', content },
      },
      { onProgress: report, signal: controller.signal },
    )
    setSending(null)
    return result === null || result.ok ? result : { ...result, message: uploadFailureText(result) }
  }

  return { sending, send, cancel: () => currentUpload.current?.abort() }
}

function secondsLeft({ bytes, totalBytes }: Sent, elapsedMs: number): number | null {
  if (elapsedMs < estimateAfterMs || bytes === 0) return null
  return Math.ceil(((totalBytes - bytes) * elapsedMs) / bytes / 1000)
}

type SendingProgressProps = { sending: Sending; onCancel: () => void }

export function SendingProgress({ sending, onCancel }: SendingProgressProps) {
  const { fileName } = sending
  const percent =
    sending.totalBytes === 0 ? 0 : Math.floor((sending.bytes / sending.totalBytes) * 100)
  const isSent = percent === 100
  return (
    <div className="grid gap-2 rounded-control bg-sunken px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong className="wrap-anywhere">
          <bdi>{fileName}</bdi>
        </strong>
        <span>
          {isSent
            ? 'Sent. The server is taking it in…'
            : `${percent}% · ${fileSize(sending.bytes)} of ${fileSize(sending.totalBytes)}`}
        </span>
      </p>
      <Progress label={`Sending ${fileName}`} percent={percent} />
      <div className="flex items-center justify-between gap-4">
        <p className="text-md text-ink-2">{timeLeft(sending.secondsLeft)}</p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
      {/* Announced at every quarter only, so that a screen reader does not interrupt too often. */}
      <output className="sr-only">{`${Math.floor(percent / 25) * 25}% sent`}</output>
    </div>
  )
}

function timeLeft(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 60) return `About ${seconds} s left`
  return `About ${Math.ceil(seconds / 60)} min left`
}
