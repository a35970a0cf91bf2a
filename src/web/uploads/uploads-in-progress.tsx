// Uploads that are not listed yet: each shows its stage, or the reason for its refusal.

import { useEffect, useRef, useState } from 'react'
import type { dismissUpload, getUpload, Upload } from '#contracts/uploads.ts'
import { uploadStages, type UploadStage } from '#rules/upload-process.ts'
import { request } from '#web/api/browser.ts'
import { followChanges } from '#web/api/live-events.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { uploadMessages } from './upload-messages.ts'
import { stageText } from './upload-messages.ts'

type UploadsInProgressProps = {
  uploads: Upload[]
  /** Called when an upload has been listed or dismissed: the lists have changed. */
  onSettled: () => Promise<void>
}

export function UploadsInProgress({ uploads, onSettled }: UploadsInProgressProps) {
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
            onDismissed={() => moveFocus(heading.current)}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** After an upload the form is empty again: the focus moves to the list with the new upload. */
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
    const result = await request<typeof dismissUpload>('DELETE /api/proxy/uploads/{id}', {
      id: upload.id,
    })
    if (result.ok || result.status === 404) {
      await onSettled()
      onDismissed()
    } else toast.error(result.message)
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
        {/* Rendered from the start, so that a later refusal is announced. */}
        <div role="status">
          {upload.state === 'refused' && (
            <ErrorText>{upload.reason ?? uploadMessages.failed}</ErrorText>
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
          <output>{isListed ? 'Listed' : stageText[upload.stage]}</output>
          <Progress
            label={`Preparing ${upload.title}`}
            percent={isListed ? 100 : percentOf(upload.stage)}
          />
        </div>
      )}
    </li>
  )
}

/** By the number of stages, not by time: the duration of a stage depends on the recording. */
function percentOf(stage: UploadStage): number {
  return ((uploadStages.indexOf(stage) + 0.5) / uploadStages.length) * 100
}

/** Follows the upload until the server has listed or refused it. */
function useUploadProgress(first: Upload, onListed: () => Promise<void>): Upload {
  const [upload, setUpload] = useState(first)
  const { id } = first
  const isInProgress = upload.state === 'processing'
  useEffect(() => {
    if (!isInProgress) return undefined
    const unmounting = new AbortController()
    const { signal } = unmounting
    const stop = followChanges({
      isConcerned: (event) => event.name === 'uploadChanged' && event.uploadId === id,
      async refetch() {
        const result = await request<typeof getUpload>(
          'GET /api/proxy/uploads/{id}',
          { id },
          { signal },
        )
        if (signal.aborted) return false
        if (!result.ok) return true
        setUpload(result.value)
        if (result.value.state === 'listed') {
          toast.success(uploadMessages.listed)
          await onListed()
        }
        return result.value.state === 'processing'
      },
    })
    return () => {
      unmounting.abort()
      stop()
    }
  }, [id, isInProgress, onListed])
  return upload
}
