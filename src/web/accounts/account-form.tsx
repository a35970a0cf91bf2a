// The frame of the login and register pages: a heading, a link to the other page, the form.

import type { ReactNode } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import { homePath } from '#rules/page-paths.ts'
import type { Refused } from '#web/api/result.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { accountLink } from './safe-redirect.ts'

type AccountFormProps = {
  title: string
  refused: Refused | undefined
  submit: string
  submitting: string
  other: { question: string; page: 'login' | 'register'; label: string }
  /** Above the form. */
  before?: ReactNode
  children: ReactNode
}

export function AccountForm({
  title,
  refused,
  submit,
  submitting,
  other,
  before,
  children,
}: AccountFormProps) {
  const isPending = useNavigation().state === 'submitting'
  const [query] = useSearchParams()
  return (
    <div className="page page-narrow">
      <h1 className="page-title">{title}</h1>
      <p className="page-lead">
        {other.question}{' '}
        <PageLink href={accountLink(other.page, query.get('next') ?? homePath)}>
          {other.label}
        </PageLink>
      </p>
      {before}
      {/* No browser validation: the server reports every error, in one place and with our messages. */}
      <Form method="post" noValidate className="panel">
        <div className="fields">
          <FormBody form={{ refused, isPending }} submit={submit} submitting={submitting}>
            {children}
          </FormBody>
        </div>
      </Form>
    </div>
  )
}
