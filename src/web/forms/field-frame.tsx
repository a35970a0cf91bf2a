// The frame of every field: label, hint, counter and error.

import type { ReactNode } from 'react'
import { ErrorText } from '#web/ui/error-text.tsx'

export type FieldText = { label: ReactNode; hint?: ReactNode; error?: string }

type FieldFrameProps = FieldText & {
  id: string
  isOptional: boolean
  counter?: ReactNode
  children: ReactNode
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  isOptional,
  counter,
  children,
}: FieldFrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {children}
      {(error || counter) && (
        <div className="field-below">
          {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
          {counter}
        </div>
      )}
    </div>
  )
}

/** The attributes that link an input to its hint and error. */
export function describedBy(id: string, { hint, error }: Omit<FieldText, 'label'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter((part) => part !== '')
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  }
}
