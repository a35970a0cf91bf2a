// Uploads that are not listed yet: each says in words how far it is, or why it was refused.

import { useEffect, useRef, useState } from 'react'
import type { dismissUpload, getUpload, Upload } from '#contracts/uploads.ts'
import { uploadStages, type UploadStage } from '#rules/upload-limits.ts'
import { attempt } from '#web/api/browser.ts'
import { keepFocus } from '#web/browser/keep-focus.ts'
import { toast } from '#web/shell/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { words } from '#web/words.ts'
import { stageWords } from './upload-words.ts'

type UploadsUnderWayProps = {
  uploads: Upload[]
  /** An upload is listed now, or forgotten: the lists have changed. */
  onSettled: () => Promise<void>
}

export function UploadsUnderWay({ uploads, onSettled }: UploadsUnderWayProps) {
  const heading = useFocusOnGrowth(uploads.length)
  if (uploads.length === 0) return null
  return (
    <Panel aria-labelledby="uploads-heading">
      <h2 ref={heading} id="uploads-heading" tabIndex={-1}>
        Uploads not listed yet
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            first={upload}
            onSettled={onSettled}
            onDismissed={() => keepFocus(heading.current)}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** The form that was sent is empty again: attention goes to what has become of it. */
function useFocusOnGrowth(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(count)
  useEffect(() => {
    if (count > shown.current) heading.current?.focus()
    shown.current = count
  }, [count])
  return heading
}

type UploadRowProps = {
  first: Upload
  onSettled: () => Promise<void>
  onDismissed: () => void
}

function UploadRow({ first, onSettled, onDismissed }: UploadRowProps) {
  const upload = useUploadProgress(first, onSettled)
  const isListed = upload.state === 'listed'

  const dismiss = async () => {
    const answer = await attempt<typeof dismissUpload>('DELETE /api/proxy/uploads/{id}', {
      id: upload.id,
    })
    if (answer.ok || answer.status === 404) {
      await onSettled()
      onDismissed()
    } else toast.error(answer.message)
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{upload.title}</bdi>
        </p>
        <p className="text-md text-ink-2">
          <bdi>{upload.fileName}</bdi>
        </p>
        {/* There from the start, so that a refusal is read out when it comes. */}
        <div role="status">
          {upload.state === 'refused' && (
            <ErrorText>{upload.reason ?? words.uploadFailed}</ErrorText>
          )}
        </div>
      </div>
      {upload.state === 'refused' ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Dismiss ${upload.title}`}
          onClick={() => void dismiss()}
        >
          Dismiss
        </Button>
      ) : (
        <div className="grid basis-56 gap-2">
          <output>{isListed ? 'Listed' : stageWords[upload.stage]}</output>
          <Progress
            label={`Preparing ${upload.title}`}
            percent={isListed ? 100 : percentOf(upload.stage)}
          />
        </div>
      )}
    </li>
  )
}

/** How far along the way, not how long it takes: stages differ with the recording. */
function percentOf(stage: UploadStage): number {
  return ((uploadStages.indexOf(stage) + 0.5) / uploadStages.length) * 100
}

const pauseMs = 1000

/** Asks until the server has listed or refused it; a lost answer is only asked for again. */
function useUploadProgress(first: Upload, onListed: () => Promise<void>): Upload {
  const [upload, setUpload] = useState(first)
  const { id } = first
  const isUnderWay = upload.state === 'processing'
  useEffect(() => {
    if (!isUnderWay) return undefined
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    async function ask() {
      const answer = await attempt<typeof getUpload>(
        'GET /api/proxy/uploads/{id}',
        { id },
        { signal: leaving.signal },
      )
      if (leaving.signal.aborted) return
      if (answer.ok) setUpload(answer.value)
      if (!answer.ok || answer.value.state === 'processing') wait()
      else if (answer.value.state === 'listed') {
        toast.success(words.uploaded)
        await onListed()
      }
    }
    function wait() {
      timer = setTimeout(() => void ask(), pauseMs)
    }
    wait()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [id, isUnderWay, onListed])
  return upload
}
