// One of the forms of a settings page: they share the page's action, which tells them apart by `form`.

import type { ComponentProps, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Refused } from '#web/api/result.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import type { Button } from '#web/ui/button.tsx'

type SettingsFormProps = {
  /** Names the form for the page's action. */
  name: string
  refused: Refused | null
  submit: string
  submitting: string
  button?: ComponentProps<typeof Button>
  /** Another button of the form, after its own. */
  aside?: ReactNode
  children?: ReactNode
}

export function SettingsForm({ name, refused, submit, submitting, ...props }: SettingsFormProps) {
  const { state, formData } = useNavigation()
  const isPending = state !== 'idle' && formData?.get('form') === name
  return (
    <Form method="post" noValidate>
      <div className="fields">
        <FormBody
          form={{ refused, isPending }}
          submit={submit}
          submitting={submitting}
          button={{ ...props.button, name: 'form', value: name }}
        >
          {props.children}
        </FormBody>
        {props.aside}
      </div>
    </Form>
  )
}
