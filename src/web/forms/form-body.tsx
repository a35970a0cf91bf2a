// The inside of every form: the errors above the fields, the fields, and the button with its pending state.

import type { ComponentProps, ReactNode } from 'react'
import type { Refused } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from './error-summary.tsx'

export type FormState = { refused: Refused | null | undefined; isPending: boolean }

type FormBodyProps = {
  form: FormState
  submit: string
  submitting: string
  button?: ComponentProps<typeof Button>
  children: ReactNode
}

export function FormBody({ form, submit, submitting, button, children }: FormBodyProps) {
  const { refused, isPending } = form
  return (
    <>
      {refused && <ErrorSummary message={refused.message} issues={refused.issues} />}
      {children}
      <Button type="submit" isLoading={isPending} loadingText={submitting} {...button}>
        {submit}
      </Button>
    </>
  )
}
