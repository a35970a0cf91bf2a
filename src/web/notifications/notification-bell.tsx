// The place of the bell in the header. Pages are the same for every user: the space is kept free, and the bell is loaded
// for users only.

import { Suspense } from 'react'
import { useSession } from '#web/accounts/session-store.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'

const BellButton = lazyOr(
  async () => ({ default: (await import('./bell-button.tsx')).BellButton }),
  // The account menu and the pages work without it.
  () => null,
)

export function NotificationBell() {
  const session = useSession()
  return (
    <div className="bell-space">
      {session.state === 'user' && (
        <Suspense>
          <BellButton key={session.id} />
        </Suspense>
      )}
    </div>
  )
}
