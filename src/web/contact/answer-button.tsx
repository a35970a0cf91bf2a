// Opens the form that answers a message by email.

import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { DialogNotLoaded } from '#web/admin/dialog-not-loaded.tsx'
import type { AnswerDialogProps } from './answer-dialog.tsx'

const AnswerDialog = lazyOr<AnswerDialogProps>(() => import('./answer-dialog.tsx'), DialogNotLoaded)

export function AnswerButton({ message }: Pick<AnswerDialogProps, 'message'>) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="sm" aria-label={`Answer: ${message.name}`} onClick={() => setIsOpen(true)}>
        Answer
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AnswerDialog
            message={message}
            onClose={close}
            onSent={async () => {
              close()
              toast.success(adminMessages.answered)
              await revalidate()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
