// The form in which an artist answers a take-down.

import type { counterFlag } from '#contracts/moderation/flags.ts'
import type { AnyTakeDown } from '#contracts/moderation/take-downs.ts'
import { maxCounterNoticeLength } from '#rules/moderation/flag-limits.ts'
import { request } from '#web/api/browser.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/forms/use-form.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { flagMessages } from './flag-messages.ts'
import { Claim } from './passage.tsx'

export type CounterNoticeDialogProps = {
  takeDown: AnyTakeDown
  onClose: () => void
  onSent: () => Promise<void>
}

export default function CounterNoticeDialog(props: CounterNoticeDialogProps) {
  const { takeDown, onClose, onSent } = props
  const form = useForm<typeof counterFlag>({
    contract: async () => (await import('#contracts/moderation/flags.ts')).counterFlag,
    constants: { flagId: takeDown.id },
    async send(notice) {
      const route = 'POST /api/proxy/flags/{flagId}/counter-notice'
      const result = await request<typeof counterFlag>(route, notice)
      if (result.ok || result.code !== 'unknown') return result
      return { ...result, message: flagMessages.counterNoticeFailed }
    },
    async onDone() {
      toast.success(flagMessages.counterNoticeSent)
      onClose()
      await onSent()
    },
  })
  return (
    <FormDialog
      title="Send a counter-notice"
      form={form}
      submit="Send"
      submitting="Sending…"
      isReady={(typed) => formText(typed, 'text').trim() !== ''}
      onClose={onClose}
    >
      <p className="user-words">
        <Asked takeDown={takeDown} /> An admin reads it and decides again. You can send one.
      </p>
      <Claim claim={takeDown.claim} />
      <TextArea
        label="Your counter-notice"
        maxLength={maxCounterNoticeLength}
        showCount
        rows={8}
        {...form.fields.required('text')}
      />
    </FormDialog>
  )
}

const prepositions = { review: 'of', comment: 'on', message: 'about' } as const

function Asked({ takeDown: { kind, title } }: Pick<CounterNoticeDialogProps, 'takeDown'>) {
  if (kind === 'profile') return 'Say why the words of your profile may stand there.'
  if (kind === 'track')
    return (
      <>
        Say why <bdi>{title}</bdi> may be offered: who wrote the song, which licence you have, or
        why the report is wrong.
      </>
    )
  return (
    <>
      Say why your {kind} {prepositions[kind]} <bdi>{title}</bdi> may be shown.
    </>
  )
}
