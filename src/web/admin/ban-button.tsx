// Bans and unbans a user, after a dialog that says what it does. Only admins see it, where a profile is shown.

import { Suspense, useState } from 'react'
import { useSession } from '#web/accounts/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { DialogNotLoaded } from './dialog-not-loaded.tsx'
import type { BanDialogProps } from './ban-dialog.tsx'

const BanDialog = lazyOr<BanDialogProps>(() => import('./ban-dialog.tsx'), DialogNotLoaded)

export type BanButtonProps = {
  artistId: string
  /** As the page shows the user. */
  name: string
  /** When the page was loaded. */
  isBanned?: boolean
  /** Called when the server has changed it. */
  onChanged?: (isBanned: boolean) => void
}

export function BanButton({ artistId, name, isBanned = false, onChanged }: BanButtonProps) {
  const session = useSession()
  const [changedTo, setChangedTo] = useState<boolean | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (session.state !== 'user' || session.role !== 'admin') return null
  const isBannedNow = changedTo ?? isBanned
  return (
    <>
      <Button
        variant={isBannedNow ? 'ghost' : 'danger'}
        size="sm"
        aria-label={`${isBannedNow ? 'Unban' : 'Ban'} ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {isBannedNow ? 'Unban' : 'Ban'}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BanDialog
            userId={artistId}
            name={name}
            isBanned={isBannedNow}
            onClose={() => setIsOpen(false)}
            onChanged={(isNowBanned) => {
              setChangedTo(isNowBanned)
              setIsOpen(false)
              onChanged?.(isNowBanned)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
