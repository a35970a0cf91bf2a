// The form in which a user reports something to the admins.

import type { Endpoint } from '#contracts/endpoint.ts'
import type { getFlagRefusal } from '#contracts/moderation/flags.ts'
import type { getReportedWords } from '#contracts/moderation/word-flags.ts'
import { flagErrors } from '#rules/errors/flag-errors.ts'
import type { FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import { session } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import type { Result } from '#web/api/result.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { formText } from '#web/forms/form-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { FlagFields, OtherWays, Reported } from './flag-fields.tsx'
import { flagFailure, flagHeadings, flagMessages } from './flag-messages.ts'

export type FlagDialogProps = {
  kind: FlagSubjectKind
  subjectId: string
  /** What is reported, in words. */
  title: string
  /** Of the page that it stands on, to come back to after registering. */
  path: string
  onClose: () => void
}

/** What would be refused is said before anything is written. */
export default function FlagDialog(props: FlagDialogProps) {
  const { value, refused } = useFetched(props.subjectId, (subjectId, signal) =>
    findRefusal({ kind: props.kind, subjectId }, signal),
  )
  if (value === null && refused === null) return null
  // Without an answer the form is shown, which says what is wrong when it is sent.
  const refusal = refused?.code === 'flag_login_required' ? refused.code : (value?.refusal ?? null)
  return refusal === null ? <FlagForm {...props} /> : <CannotFlag {...props} refusal={refusal} />
}

type Refusal = keyof typeof flagErrors | null
type Subject = Pick<FlagDialogProps, 'kind' | 'subjectId'>

async function findRefusal(
  { kind, subjectId }: Subject,
  signal: AbortSignal,
): Promise<Result<{ refusal: Refusal }>> {
  const user = await session.known()
  if (user.state === 'visitor') return { ok: true, value: { refusal: 'flag_login_required' } }
  if (kind !== 'track') {
    const input = { kind, subjectId }
    return request<typeof getReportedWords>('GET /api/proxy/flags', input, { signal })
  }
  const route = 'GET /api/proxy/flags/track/{trackId}'
  return request<typeof getFlagRefusal>(route, { trackId: subjectId }, { signal })
}

function CannotFlag({
  kind,
  title,
  path,
  onClose,
  refusal,
}: FlagDialogProps & { refusal: NonNullable<Refusal> }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={flagHeadings[kind]}
      footer={
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        <Reported kind={kind} title={title} />
        <Notice tone="info">{flagErrors[refusal].message}</Notice>
        {refusal === 'flag_login_required' && <OtherWays path={path} />}
      </div>
    </Dialog>
  )
}

function FlagForm({ kind, subjectId, title, path, onClose }: FlagDialogProps) {
  const { route, ...call } = callOf({ kind, subjectId })
  const form = useForm({
    ...call,
    async send(flag) {
      const result = await request(route, flag)
      return result.ok ? result : flagFailure(result)
    },
    onDone() {
      toast.success(flagMessages.submitted)
      onClose()
    },
  })
  const { fields, refused } = form
  return (
    <FormDialog
      title={flagHeadings[kind]}
      form={form}
      submit="Submit report"
      submitting="Submitting…"
      isReady={(typed) => formText(typed, 'reason').trim() !== ''}
      onClose={onClose}
    >
      <Reported kind={kind} title={title} />
      {refused?.code === 'flag_login_required' && <OtherWays path={path} />}
      <FlagFields kind={kind} type={fields.other('type')} reason={fields.other('reason')} />
    </FormDialog>
  )
}

type Call = {
  contract: () => Promise<Endpoint>
  route: Endpoint['route']
  constants: Record<string, string>
}

/** A track has a call of its own. */
function callOf({ kind, subjectId }: Subject): Call {
  if (kind === 'track')
    return {
      contract: async () => (await import('#contracts/moderation/flags.ts')).flagTrack,
      route: 'POST /api/proxy/flags/track/{trackId}',
      constants: { trackId: subjectId },
    }
  return {
    contract: async () => (await import('#contracts/moderation/word-flags.ts')).flagWords,
    route: 'POST /api/proxy/flags',
    constants: { kind, subjectId },
  }
}
