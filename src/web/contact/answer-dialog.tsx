// The form that answers a message from the contact form.

import type { answerMessage, ContactMessage } from '#contracts/contact/messages.ts'
import { maxContactAnswerLength } from '#rules/contact/contact-limits.ts'
import { request } from '#web/api/browser.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'

export type AnswerDialogProps = {
  message: ContactMessage
  onSent: () => Promise<void>
  onClose: () => void
}

export default function AnswerDialog({ message, onSent, onClose }: AnswerDialogProps) {
  const form = useForm<typeof answerMessage>({
    contract: async () => (await import('#contracts/contact/messages.ts')).answerMessage,
    constants: { id: message.id },
    send: (fields) =>
      request<typeof answerMessage>('POST /api/proxy/admin/messages/{id}/answer', fields),
    onDone: onSent,
  })
  return (
    <FormDialog
      title="Answer by email"
      form={form}
      submit="Send"
      submitting="Sending…"
      onClose={onClose}
    >
      <p className="user-words">
        <bdi>{message.name}</bdi> ({message.email}) wrote:
      </p>
      <blockquote className="admin-answer">
        <p className="user-text" dir="auto">
          {message.message}
        </p>
      </blockquote>
      <TextArea
        {...form.fields.required('answer')}
        label="Your answer"
        hint="The email greets them by name, and their message stands below your answer."
        maxLength={maxContactAnswerLength}
        showCount
        rows={8}
      />
    </FormDialog>
  )
}
