// A form in a dialog. Load it lazily with its fields, as every dialog.

import { useId, useRef, useState, type ReactNode } from 'react'
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
  canSubmit?: boolean
  /** Of a button that takes something away from somebody. */
  isDangerous?: boolean | undefined
  /** False while there is nothing to send; asked at each input. */
  isReady?: (typed: FormData) => boolean
  /** What `isReady` says of the initial texts. */
  isReadyAtFirst?: boolean
  /** Another button, before the form's own. */
  aside?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** It stays open while the form is being sent. */
export function FormDialog({ title, form, submit, submitting, ...props }: FormDialogProps) {
  const { canSubmit = true, isReady, isReadyAtFirst = isReady === undefined } = props
  const [hasContent, setHasContent] = useState(isReadyAtFirst)
  const id = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const { refused, isPending, formProps } = form
  const close = () => {
    if (!isPending) props.onClose()
  }
  return (
    <Dialog
      open
      isForm
      onOpenChange={(open) => !open && close()}
      title={title}
      // On a touch screen the keyboard would cover the form.
      firstFocus={(by) => by === 'touch' || formElement.current?.querySelector<HTMLElement>(fields)}
      footer={
        <>
          {props.aside}
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={props.isDangerous ? 'danger' : 'primary'}
            isLoading={isPending}
            loadingText={submitting}
            disabled={!canSubmit || !hasContent}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        ref={formElement}
        id={id}
        className="fields"
        aria-label={title}
        {...formProps}
        onInput={(event) => {
          formProps.onInput?.(event)
          if (isReady) setHasContent(isReady(new FormData(event.currentTarget)))
        }}
      >
        {refused && <ErrorSummary message={refused.message} issues={refused.issues} />}
        {props.children}
      </form>
    </Dialog>
  )
}

const fields = 'input, select, textarea'
