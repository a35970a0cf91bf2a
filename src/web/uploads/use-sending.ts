// One upload in progress: bytes sent, estimated time left, and result.

import { useEffect, useRef, useState } from 'react'
import { unstable_usePrompt as usePrompt, useBeforeUnload } from 'react-router'
import type { Upload } from '#contracts/uploads.ts'
import type { Result } from '#web/api/result.ts'
import { sendUpload, type Sent } from './upload-request.ts'

export type Sending = Sent & { secondsLeft: number | null }

/** No estimate before this time: the speed varies too much at the start. */
const estimateAfterMs = 2000

export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null)
  const currentUpload = useRef<AbortController | null>(null)
  const isSending = sending !== null

  // The first confirms closing the tab, the second following a link in it.
  useBeforeUnload((event) => {
    if (isSending) event.preventDefault()
  })
  usePrompt({ when: isSending, message: 'Your track is still being sent. Leave and cancel it?' })
  useEffect(() => () => currentUpload.current?.abort(), [])

  async function send(form: FormData): Promise<Result<Upload> | null> {
    const startedAt = Date.now()
    const controller = new AbortController()
    currentUpload.current = controller
    const file = form.get('file')
    const totalBytes = file instanceof File ? file.size : 0
    setSending({ bytes: 0, totalBytes, secondsLeft: null })
    const result = await sendUpload(form, {
      onProgress: (sent) =>
        setSending({ ...sent, secondsLeft: secondsLeft(sent, Date.now() - startedAt) }),
      signal: controller.signal,
    })
    setSending(null)
    return result
  }

  return { sending, send, cancel: () => currentUpload.current?.abort() }
}

function secondsLeft({ bytes, totalBytes }: Sent, elapsedMs: number): number | null {
  if (elapsedMs < estimateAfterMs || bytes === 0) return null
  return Math.ceil(((totalBytes - bytes) * elapsedMs) / bytes / 1000)
}
