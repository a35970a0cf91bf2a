// A form in a dialog. Load it lazily with its fields, as every dialog.

import { useId, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { FormState } from './form-body.tsx'
import type { FormProps } from './use-form.ts'

type FormDialogProps = {
  title: string
  form: FormState & { formProps: FormProps }
  submit: string
  submitting: string
  onClose: () => void
  children: ReactNode
}

/** It stays open while the form is being sent. */
export function FormDialog({ title, form, submit, submitting, ...props }: FormDialogProps) {
  const id = useId()
  const { refused, isPending, formProps } = form
  const close = () => {
    if (!isPending) props.onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isLoading={isPending} loadingText={submitting}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-5" aria-label={title} {...formProps}>
        {refused && <ErrorSummary message={refused.message} issues={refused.issues} />}
        {props.children}
      </form>
    </Dialog>
  )
}
