import { Form, redirect, useNavigation } from 'react-router'
import { getContactDefaults, sendContactMessage } from '#contracts/contact/contact.ts'
import {
  contactSubjectLabels,
  contactSubjects,
  maxContactMessageLength,
  type ContactSubject,
} from '#rules/contact/contact-limits.ts'
import { receiptNumberPattern } from '#rules/orders/receipt-number.ts'
import { contactPath, contactSentPath, homePath } from '#rules/page-paths.ts'
import { apiContext } from '#web/api/contexts.ts'
import { SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/contact-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Contact',
    description: 'Write to the people who run Undersong.',
    path: contactPath,
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name, email, subject } = await context.get(apiContext).load(getContactDefaults, {})
  return {
    isSent: url.searchParams.has('sent'),
    name: name ?? '',
    email: email ?? '',
    subject: subject ?? '',
    message: '',
    ...chosenSubject(url.searchParams.get('subject')),
    ...aboutReceipt(url.searchParams.get('receipt')),
  }
}

/** The subject of the notice or the page that has led here. */
function chosenSubject(name: string | null): { subject?: ContactSubject } {
  const subject = contactSubjects.find((known) => known === name)
  return subject ? { subject } : {}
}

/** Whoever comes from a receipt asks about that purchase. */
function aboutReceipt(number: string | null): { subject?: ContactSubject; message?: string } {
  if (number === null || !receiptNumberPattern.test(number)) return {}
  return { subject: 'purchase', message: `Receipt ${number}: ` }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const sent = await submitForm(context.get(apiContext), sendContactMessage, form)
  if (sent.ok) throw redirect(contactSentPath)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function ContactPage({ actionData, loaderData }: Route.ComponentProps) {
  const { isSent, ...account } = loaderData
  return (
    <div className="page">
      <div className="page-column">
        <h1>Contact</h1>
        {isSent ? <Sent /> : <ContactForm actionData={actionData} account={account} />}
      </div>
    </div>
  )
}

function Sent() {
  return (
    <>
      <Notice tone="felt" title="Thank you, your message has arrived.">
        <p>We answer by email.</p>
      </Notice>
      <div className="button-row">
        <ButtonLink href={homePath}>Home page</ButtonLink>
        <ButtonLink href={contactPath} variant="ghost">
          Write another message
        </ButtonLink>
      </div>
    </>
  )
}

type ContactFormProps = Pick<Route.ComponentProps, 'actionData'> & {
  account: { name: string; email: string; subject: string; message: string }
}

function ContactForm({ actionData, account }: ContactFormProps) {
  const isPending = useNavigation().formAction?.startsWith(contactPath) ?? false
  const fields = formFields<typeof sendContactMessage>(actionData?.refused, {
    ...account,
    ...actionData?.typed,
  })
  return (
    <>
      <p>A question, a problem, a track that should not be here: write to us.</p>
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Send"
          submitting="Sending…"
        >
          <TextField {...fields.required('name')} label="Your name" autoComplete="name" />
          <TextField
            {...fields.required('email')}
            label="Email"
            type="email"
            autoComplete="email"
            hint="We answer to this address."
          />
          <SelectField
            {...fields.required('subject')}
            label="What it is about"
            placeholder="Please choose"
            options={contactSubjects.map((value) => ({
              value,
              label: contactSubjectLabels[value],
            }))}
          />
          <TextArea
            {...fields.required('message')}
            label="Message"
            rows={8}
            maxLength={maxContactMessageLength}
          />
        </FormBody>
      </Form>
    </>
  )
}
