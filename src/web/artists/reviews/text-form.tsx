// The form of one text: a review, a changed review, an answer.

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import type { Refused } from '#web/api/result.ts'
import { describedBy, FieldFrame } from '#web/forms/field-frame.tsx'
import type { FormProps } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

type TextFormProps = {
  /** Of the field: a dialog may have several of these forms. */
  id: string
  name: 'review' | 'answer'
  label: string
  text?: string
  /** In characters. */
  longest: number
  submit: string
  submitting: string
  form: { refused: Refused | null; isPending: boolean; formProps: FormProps }
  /** The title of a failure; the server's reason is below it. */
  failed: string
  onCancel: () => void
}

export function TextForm(props: TextFormProps) {
  const { id, name, label, form, onCancel } = props
  const [text, setText] = useState(props.text ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const error = form.refused?.issues?.[0]?.message
  const { refused } = form
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    // Every refusal is a new one, also with the same message.
    if (refused) field.current?.focus()
  }, [refused])
  return (
    <form className="comment-form" aria-label={label} {...form.formProps}>
      <FieldFrame
        id={id}
        label={label}
        error={error}
        isOptional={false}
        counter={
          <p className="field-counter">
            {text.length} / {props.longest}
          </p>
        }
      >
        <textarea
          ref={field}
          id={id}
          name={name}
          rows={4}
          className="control"
          dir="auto"
          required
          maxLength={props.longest}
          value={text}
          {...describedBy(id, { error })}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldFrame>
      {form.refused && error === undefined && <Failure {...props} refused={form.refused} />}
      <div className="comment-buttons">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={text.trim() === ''}
          isLoading={form.isPending}
          loadingText={props.submitting}
        >
          {props.submit}
        </Button>
      </div>
    </form>
  )
}

function Failure({ failed, refused }: { failed: string; refused: Refused }) {
  const { pathname, search } = useLocation()
  return (
    <Notice tone="danger" title={failed}>
      {refused.code !== 'unknown' && <p>{refused.message}</p>}
      {refused.code === 'email_unverified' && (
        <PageLink href={pageRoutes.settings}>Send the link again in your settings</PageLink>
      )}
      {refused.status === 401 && (
        <PageLink href={accountLink('login', pathname + search)}>Log in</PageLink>
      )}
    </Notice>
  )
}
