import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import { reportPath } from '#rules/moderation/flag-paths.ts'
import { ErrorText } from '#web/ui/error-text.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import type { FlagDialogProps } from './flag-dialog.tsx'

const FlagDialog = lazyOr<FlagDialogProps>(
  () => import('./flag-dialog.tsx'),
  () => <ErrorText>{unexpectedErrorMessage}</ErrorText>,
)

type FlagButtonProps = Omit<FlagDialogProps, 'onClose'>

/** Shown to visitors, too: only a user's flag is accepted (D-098). Without a script it is a link to a page with the form. */
export function FlagButton(subject: FlagButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { kind, subjectId, title } = subject
  // A page has one track, but many texts.
  const label = kind === 'track' ? undefined : `Report: ${title}`
  const face = (
    <>
      <Flag size={16} aria-hidden="true" />
      Report
    </>
  )
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className="btn btn-ghost btn-sm needs-script"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {face}
      </button>
      <noscript>
        <a className="btn btn-ghost btn-sm" aria-label={label} href={reportPath(kind, subjectId)}>
          {face}
        </a>
      </noscript>
      {isOpen && (
        <Suspense fallback={null}>
          <FlagDialog {...subject} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
