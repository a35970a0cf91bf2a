import { addNote, changeNote } from '#contracts/commissions/notes.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { readCommission } from '../reading/read-commission.ts'
import type { CommissionDeps } from '../take-step.ts'
import * as commands from './note-commands.ts'

export function noteRoutes({ serve }: Serving, deps: CommissionDeps & { db: Db }) {
  serve(addNote, async ({ input: { id, ...note }, user }) => {
    await commands.addNote(deps, { ...note, commissionId: id, userId: user.id })
    return readCommission(deps, id, user)
  })

  serve(changeNote, async ({ input, user }) => {
    const named = { ...input, userId: user.id }
    if (named.change === 'edit') await commands.editNote(deps, named)
    else if (named.change === 'settle') await commands.settleNote(deps, named)
    else await commands.withdrawNote(deps, named)
    return readCommission(deps, input.commissionId, user)
  })
}
