// The inside of the forms that write and change a comment.

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { longestComment } from '#rules/rating-limits.ts'
import type { Refused } from '#web/api/result.ts'
import { describedBy, FieldFrame } from '#web/forms/field-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { ratingMessages } from './rating-messages.ts'
import { SubmissionFailure } from './submission-failure.tsx'

type CommentFieldsProps = {
  /** Of the field: a page may have several of these forms. */
  id: string
  label: string
  text: string
  submit: string
  form: { refused: Refused | null; isPending: boolean }
  path: string
  /** Beside the button. */
  children?: ReactNode
}

/** One field needs no summary of errors: the error is beside it, and the field gets the focus. */
export function CommentFields({
  id,
  label,
  text,
  submit,
  form,
  path,
  children,
}: CommentFieldsProps) {
  const [length, setLength] = useState(text.length)
  const field = useRef<HTMLTextAreaElement>(null)
  const { refused, isPending } = form
  const error = refused?.issues?.[0]?.message
  useEffect(() => {
    // Every refusal is a new one, also with the same message.
    if (refused?.issues?.[0]) field.current?.focus()
  }, [refused])
  return (
    <>
      <FieldFrame
        id={id}
        label={label}
        error={error}
        isOptional={false}
        counter={
          <p className="field-counter">
            {length} / {longestComment}
          </p>
        }
      >
        <textarea
          ref={field}
          id={id}
          name="comment"
          rows={3}
          className="control"
          dir="auto"
          required
          maxLength={longestComment}
          defaultValue={text}
          {...describedBy(id, { error })}
          onChange={(event) => setLength(event.target.value.length)}
        />
      </FieldFrame>
      {refused && error === undefined && (
        <SubmissionFailure refused={refused} sentence={ratingMessages.commentFailed} path={path} />
      )}
      <div className="comment-buttons">
        <Button type="submit" isLoading={isPending} loadingText="Sending…">
          {submit}
        </Button>
        {children}
      </div>
    </>
  )
}
