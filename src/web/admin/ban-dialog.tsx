// Asks what a user is told of a ban or an unban, and says what it does to this user.

import type { getUser, UserRecord } from '#contracts/admin/users.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { adminMessages } from './admin-messages.ts'
import { banEffects } from './ban-effects.ts'
import ReasonDialog from './reason-dialog.tsx'

export type BanDialogProps = {
  userId: string
  name: string
  isBanned: boolean
  onClose: () => void
  onChanged: (isBanned: boolean) => void
}

export default function BanDialog({ userId, name, isBanned, onClose, onChanged }: BanDialogProps) {
  const words = isBanned ? unban : ban
  return (
    <ReasonDialog
      title={`${words.verb} ${name}?`}
      submit={words.verb}
      submitting={words.submitting}
      contract={async () => (await import('#contracts/admin/bans.ts'))[words.contract]}
      route={words.route}
      constants={{ artistId: userId }}
      isDangerous={!isBanned}
      told={{
        label: `What ${name} is told`,
        notices: [{ to: name, kind: isBanned ? 'unbanned' : 'banned' }],
      }}
      onDone={() => {
        toast.success(words.done)
        onChanged(!isBanned)
      }}
      onRefused={() => toast.error(words.failed)}
      onClose={onClose}
    >
      {isBanned ? <UnbanEffect /> : <BanEffect userId={userId} />}
    </ReasonDialog>
  )
}

const ban = {
  verb: 'Ban',
  submitting: 'Banning…',
  contract: 'banUser',
  route: 'POST /api/proxy/admin/ban-user',
  done: adminMessages.banned,
  failed: adminMessages.banFailed,
} as const

const unban = {
  verb: 'Unban',
  submitting: 'Unbanning…',
  contract: 'unbanUser',
  route: 'POST /api/proxy/admin/unban-user',
  done: adminMessages.unbanned,
  failed: adminMessages.unbanFailed,
} as const

function BanEffect({ userId }: { userId: string }) {
  const user = useUserRecord(userId)
  return (
    <ul className="bullets">
      {banEffects(user).map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  )
}

function UnbanEffect() {
  return (
    <p>
      They can use their account again, and what the ban has hidden is shown again. What is owed to
      them stays on hold until it is released.
    </p>
  )
}

/** Null until it has arrived, and if it cannot be had: the effects are then told without numbers. */
function useUserRecord(id: string): UserRecord | null {
  const { value } = useFetched(id, (wanted, signal) =>
    request<typeof getUser>('GET /api/proxy/admin/users/{id}', { id: wanted }, { signal }),
  )
  return value
}
