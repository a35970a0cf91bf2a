// Whom a decision about a flag is told: the reporter of every outcome, the author of those that change what is shown.
// Neither learns who the other is.

import type { FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import { flagProcess, type DecisionStep } from '#rules/moderation/flag-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Flagged } from '#rules/notifications/notification-kinds.ts'
import { notify } from '#server/notifications/notify.ts'

/** The subject of a flag as a notice has it, beside its name. */
export function flaggedAs({
  kind,
  subjectId,
}: {
  kind: FlagSubjectKind
  subjectId: string
}): Flagged {
  return kind === 'track' ? { trackId: subjectId } : { flagged: kind }
}

type Told = {
  kind: FlagSubjectKind
  subjectId: string
  name: string
  authorId: string | null
  reporterId: string | null
  step: DecisionStep
  claim: string | undefined
  reason: string
  /** Although it was reinstated: because of another flag. */
  staysDown: boolean
  key: string
}

export async function tellOfDecision(tx: Db, told: Told): Promise<void> {
  if (told.authorId !== null) await tellAuthor(tx, told, told.authorId)
  if (told.reporterId === null) return
  await notify(tx, {
    ...flaggedAs(told),
    to: told.reporterId,
    key: told.key,
    kind: 'flag_decided',
    titles: [told.name],
    outcome: flagProcess.steps[told.step].to,
    reason: told.reason,
    staysDown: told.staysDown,
  })
}

async function tellAuthor(tx: Db, told: Told, to: string): Promise<void> {
  const { kind, step, claim, reason, staysDown, key } = told
  const titles = [told.name]
  if (step === 'uphold' || step === 'confirm')
    await notify(tx, {
      to,
      key,
      kind: kind === 'track' ? 'track_taken_down' : `${kind}_removed`,
      titles,
      claim,
      reason,
      byReport: true,
    })
  if (step !== 'reinstate') return
  const restored = { to, key, titles, reason, staysDown }
  await notify(
    tx,
    kind === 'track'
      ? { ...restored, kind: 'track_restored' }
      : { ...restored, kind: 'words_restored', flagged: kind },
  )
}
