// What is reported, and the fields of a report, in the dialog and on the page.

import {
  flagTypes,
  maxFlagReasonLength,
  wordFlagTypes,
  type FlagSubjectKind,
} from '#rules/moderation/flag-limits.ts'
import { contactPath } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { SelectField, TextArea } from '#web/forms/field.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { flagPromise, flagReasonHint, flagTypeNames } from './flag-messages.ts'

type FieldText = { name: string; error: string | undefined; defaultValue?: string | undefined }
type FlagFieldsProps = { kind: FlagSubjectKind; type: FieldText; reason: FieldText }

export function FlagFields({ kind, type, reason }: FlagFieldsProps) {
  const types = kind === 'track' ? flagTypes : wordFlagTypes
  const options = types.map((value) => ({ value, label: flagTypeNames[value] }))
  return (
    <>
      <SelectField label="What is it about?" options={options} {...type} required />
      <TextArea
        label="Reason"
        hint={flagReasonHint(kind)}
        maxLength={maxFlagReasonLength}
        showCount
        rows={6}
        {...reason}
        required
      />
    </>
  )
}

export function Reported({ kind, title }: { kind: FlagSubjectKind; title: string }) {
  return (
    <p className="user-words">
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <br />
      {flagPromise(kind)}
    </p>
  )
}

/** For a visitor. @param path to come back to */
export function OtherWays({ path }: { path: string }) {
  return (
    <p className="flag-ways">
      <PageLink href={accountLink('login', path)}>Log in</PageLink>
      <PageLink href={accountLink('register', path)}>Create an account</PageLink>
      <PageLink href={contactPath}>Contact form</PageLink>
    </p>
  )
}
