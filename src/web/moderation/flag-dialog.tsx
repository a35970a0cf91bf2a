// The form in which a user reports a track to the admins.

import { useEffect, useState } from 'react'
import type { FlagRefusal, flagTrack, getFlagRefusal } from '#contracts/moderation/flags.ts'
import { flagErrors } from '#rules/errors/flag-errors.ts'
import { flagTypes, longestFlagReason } from '#rules/moderation/flag-limits.ts'
import { contactPath } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { session } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { SelectField, TextArea } from '#web/forms/field.tsx'
import { formText } from '#web/forms/form-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { flagFailure, flagMessages, flagTypeNames } from './flag-messages.ts'

export type FlagDialogProps = {
  trackId: string
  title: string
  /** Of the track's page, to come back to after registering. */
  path: string
  onClose: () => void
}

const heading = 'Report this track'

const types = flagTypes.map((value) => ({ value, label: flagTypeNames[value] }))

/** What would be refused is said before anything is written. */
export default function FlagDialog(props: FlagDialogProps) {
  const refusal = useRefusal(props.trackId)
  if (refusal === undefined) return null
  return refusal === null ? <FlagForm {...props} /> : <CannotFlag {...props} refusal={refusal} />
}

type Refusal = FlagRefusal | 'flag_login_required'

/** Undefined until it is known; without an answer the form is shown, which says what is wrong when it is sent. */
function useRefusal(trackId: string): Refusal | undefined {
  const [refusal, setRefusal] = useState<Refusal>()
  useEffect(() => {
    const unmounting = new AbortController()
    const { signal } = unmounting
    const findOut = async () => {
      const found = await findRefusal(trackId, signal)
      if (!signal.aborted) setRefusal(found)
    }
    void findOut()
    return () => unmounting.abort()
  }, [trackId])
  return refusal
}

async function findRefusal(trackId: string, signal: AbortSignal): Promise<Refusal> {
  const user = await session.known()
  if (user.state === 'visitor') return 'flag_login_required'
  const route = 'GET /api/proxy/flags/track/{trackId}'
  const result = await request<typeof getFlagRefusal>(route, { trackId }, { signal })
  if (result.ok) return result.value.refusal
  return result.code === 'flag_login_required' ? result.code : null
}

function CannotFlag({
  title,
  path,
  onClose,
  refusal,
}: FlagDialogProps & { refusal: NonNullable<Refusal> }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={heading}
      footer={
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4">
        <Reported title={title} />
        <Notice tone="info">{flagErrors[refusal].message}</Notice>
        {refusal === 'flag_login_required' && <OtherWays path={path} />}
      </div>
    </Dialog>
  )
}

function FlagForm({ trackId, title, path, onClose }: FlagDialogProps) {
  const form = useForm<typeof flagTrack>({
    contract: async () => (await import('#contracts/moderation/flags.ts')).flagTrack,
    constants: { trackId },
    initial: { type: 'copyright' },
    async send(flag) {
      const route = 'POST /api/proxy/flags/track/{trackId}'
      const result = await request<typeof flagTrack>(route, flag)
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
      title={heading}
      form={form}
      submit="Submit report"
      submitting="Submitting…"
      isReady={(typed) => formText(typed, 'reason').trim() !== ''}
      onClose={onClose}
    >
      <Reported title={title} />
      {refused?.code === 'flag_login_required' && <OtherWays path={path} />}
      <SelectField label="What is it about?" options={types} {...fields.required('type')} />
      <TextArea
        label="Reason"
        hint="For a copyright report: which work it is, and what your rights in it are."
        maxLength={longestFlagReason}
        showCount
        rows={6}
        {...fields.required('reason')}
      />
    </FormDialog>
  )
}

function Reported({ title }: Pick<FlagDialogProps, 'title'>) {
  return (
    <p className="wrap-anywhere">
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <br />
      Admins read every report. The artist never learns who sent it.
    </p>
  )
}

function OtherWays({ path }: Pick<FlagDialogProps, 'path'>) {
  return (
    <p className="flex flex-wrap gap-4">
      <PageLink href={accountLink('login', path)}>Log in</PageLink>
      <PageLink href={accountLink('register', path)}>Create an account</PageLink>
      <PageLink href={contactPath}>Contact form</PageLink>
    </p>
  )
}
