// Asks before a step that cannot be undone; the button that changes nothing has the focus first.

import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'

export type ConfirmDialogProps = {
  title: string
  submit: string
  submitting: string
  isDangerous?: boolean
  /** Takes the step; returns what is said if it fails. */
  act: () => Promise<string | null>
  onClose: () => void
  children: ReactNode
}

export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, submit, submitting, isDangerous = false, act, onClose, children } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const take = async () => {
    setProblem(null)
    setIsPending(true)
    const failure = await act()
    setIsPending(false)
    if (failure === null) onClose()
    else setProblem(failure)
  }
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      firstFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isLoading={isPending}
            loadingText={submitting}
            onClick={() => void take()}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className="commission-question">
        {children}
        {problem !== null && (
          <div role="alert">
            <ErrorText>{problem}</ErrorText>
          </div>
        )}
      </div>
    </Dialog>
  )
}
