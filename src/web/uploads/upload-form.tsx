// The upload form: checked, then sent with its progress shown. After a failure the typed text stays.

import { useRef, useState, type FormEvent } from 'react'
import { invalidInputMessage, refusalMessage } from '#rules/refusal.ts'
import type { Issue } from '#web/api/result.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, errorsByField } from '#web/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { findIssues } from './upload-checks.ts'
import { UploadFields } from './upload-fields.tsx'
import { uploadFailureText } from './upload-messages.ts'
import { useSending } from './use-sending.ts'

type UploadFormProps = {
  mayUpload: boolean
  /** Called when the server has received the file and starts to process it. */
  onReceived: () => Promise<void>
}

type Problem = { message: string; issues: Issue[] }

export function UploadForm({ mayUpload, onReceived }: UploadFormProps) {
  const { sending, send, cancel } = useSending()
  const isHydrated = useIsHydrated()
  const [fileName, setFileName] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  /** The form's key: a new value empties the form. */
  const [round, setRound] = useState(1)

  const submitButton = useRef<HTMLButtonElement>(null)
  const stop = () => {
    cancel()
    submitButton.current?.focus()
  }

  const upload = async (form: FormData) => {
    setProblem(null)
    const result = await send(form)
    if (result === null) return
    if (result.ok) {
      setRound(round + 1)
      await onReceived()
    } else {
      setProblem({ message: uploadFailureText(result), issues: result.issues ?? [] })
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending !== null) return
    const form = new FormData(event.currentTarget)
    const issues = findIssues(form)
    if (!mayUpload) {
      setProblem({ message: refusalMessage('payment_setup_needed'), issues: [] })
    } else if (issues.length > 0) {
      setProblem({ message: invalidInputMessage, issues })
    } else {
      const file = form.get('file')
      setFileName(file instanceof File ? file.name : '')
      void upload(form)
    }
  }

  return (
    <form
      key={round}
      className="grid gap-5"
      noValidate
      onSubmit={submit}
      aria-label="Upload New Track"
    >
      {!mayUpload && <Notice tone="info">{refusalMessage('payment_setup_needed')}</Notice>}
      <noscript>
        <Notice tone="info">Uploading needs JavaScript.</Notice>
      </noscript>
      {problem && <ErrorSummary message={problem.message} issues={problem.issues} />}
      <UploadFields errors={errorsByField(problem?.issues)} />
      {sending && <SendingProgress sending={sending} fileName={fileName} onCancel={stop} />}
      <div className="flex">
        <Button
          ref={submitButton}
          type="submit"
          // Submitted before the script has loaded, the form would be sent as a query.
          disabled={!isHydrated}
          isLoading={sending !== null}
          loadingText="Uploading…"
        >
          Upload track
        </Button>
      </div>
    </form>
  )
}
