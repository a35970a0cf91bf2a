import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import { ErrorText } from '#web/ui/error-text.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import type { FlagDialogProps } from './flag-dialog.tsx'

const FlagDialog = lazyOr<FlagDialogProps>(
  () => import('./flag-dialog.tsx'),
  () => <ErrorText>{unexpectedErrorMessage}</ErrorText>,
)

type FlagButtonProps = Omit<FlagDialogProps, 'onClose'>

/** Shown to visitors, too: only a user's flag is accepted (D-098). */
export function FlagButton(track: FlagButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm needs-script"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Flag size={16} aria-hidden="true" />
        Report
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FlagDialog {...track} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
