// One upload on its way to the server: how far it is, how long it will take, and how it ends.

import { useEffect, useRef, useState } from 'react'
import { unstable_usePrompt as usePrompt, useBeforeUnload } from 'react-router'
import type { Upload } from '#contracts/uploads.ts'
import type { Result } from '#web/api/result.ts'
import { sendUpload, type Sent } from './upload-request.ts'

export type Sending = Sent & { secondsLeft: number | null }

/** Speed is too uneven at first to promise anything. */
const guessAfterMs = 2000

export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null)
  const under = useRef<AbortController | null>(null)
  const isSending = sending !== null

  // The first guards the window, the second the links in it.
  useBeforeUnload((event) => {
    if (isSending) event.preventDefault()
  })
  usePrompt({ when: isSending, message: 'Your track is still being sent. Leave and cancel it?' })
  useEffect(() => () => under.current?.abort(), [])

  async function send(form: FormData): Promise<Result<Upload> | null> {
    const startedAt = Date.now()
    const cancelling = new AbortController()
    under.current = cancelling
    const file = form.get('file')
    const totalBytes = file instanceof File ? file.size : 0
    setSending({ bytes: 0, totalBytes, secondsLeft: null })
    const result = await sendUpload(form, {
      onProgress: (sent) =>
        setSending({ ...sent, secondsLeft: secondsLeft(sent, Date.now() - startedAt) }),
      signal: cancelling.signal,
    })
    setSending(null)
    return result
  }

  return { sending, send, cancel: () => under.current?.abort() }
}

function secondsLeft({ bytes, totalBytes }: Sent, elapsedMs: number): number | null {
  if (elapsedMs < guessAfterMs || bytes === 0) return null
  return Math.ceil(((totalBytes - bytes) * elapsedMs) / bytes / 1000)
}
