// Why a rating or a comment was not submitted, with a way to log in if that is the reason.

import { accountLink } from '#web/accounts/safe-redirect.ts'
import type { Refused } from '#web/api/result.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { submissionMessages } from './submission-messages.ts'

type SubmissionFailureProps = {
  refused: Refused
  sentence: (status: number, reason: string) => string
  /** The path to come back to after logging in. */
  path: string
}

export function SubmissionFailure({ refused, sentence, path }: SubmissionFailureProps) {
  const { status, code, message } = refused
  return (
    <Notice tone="danger">
      <p>{sentence(status, code === 'unknown' ? submissionMessages.reasonUnknown : message)}</p>
      {status === 401 && <PageLink href={accountLink('login', path)}>Log in</PageLink>}
    </Notice>
  )
}
