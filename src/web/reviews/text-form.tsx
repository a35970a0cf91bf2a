// The form of one text: a comment, a review or an answer, new or changed.

import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Refused } from '#web/api/result.ts'
import { describedBy, FieldFrame } from '#web/forms/field-frame.tsx'
import type { FormProps } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'

type TextFormProps = {
  /** Of the field: a page may have several of these forms. */
  id: string
  name: 'comment' | 'review' | 'answer'
  label: string
  text?: string
  /** In characters. */
  longest: number
  submit: string
  submitting: string
  form: { refused: Refused | null; isPending: boolean; formProps: FormProps }
  /** Shows a refusal that is not about the text. */
  renderFailure: (refused: Refused) => ReactNode
  /** Of a form that a button has opened. One that is always there says at its field that a text is missing. */
  onCancel?: () => void
}

/** One field needs no summary of errors: the error is beside it, and the field gets the focus. */
export function TextForm(props: TextFormProps) {
  const { id, name, label, longest, onCancel } = props
  const { refused, isPending, formProps } = props.form
  const isOpened = onCancel !== undefined
  const [text, setText] = useState(props.text ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const error = refused?.issues?.[0]?.message
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  useEffect(() => {
    // Every refusal is a new one, also with the same message.
    if (refused?.issues?.[0]) field.current?.focus()
  }, [refused])
  const counter = (
    <p className="field-counter">
      {text.length} / {longest}
    </p>
  )
  return (
    <form className="comment-form" {...formProps}>
      <FieldFrame id={id} label={label} error={error} isOptional={false} counter={counter}>
        <textarea
          ref={field}
          id={id}
          name={name}
          rows={isOpened ? 4 : 3}
          className="control"
          dir="auto"
          required
          maxLength={longest}
          value={text}
          {...describedBy(id, { error })}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldFrame>
      {refused && error === undefined && props.renderFailure(refused)}
      <div className="comment-buttons">
        {isOpened && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          disabled={isOpened && text.trim() === ''}
          isLoading={isPending}
          loadingText={props.submitting}
        >
          {props.submit}
        </Button>
      </div>
    </form>
  )
}
