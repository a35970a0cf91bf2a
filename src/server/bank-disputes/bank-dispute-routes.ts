import {
  answerBankDispute,
  getBankDispute,
  listBankDisputes,
} from '#contracts/admin/bank-disputes.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './bank-dispute-commands.ts'
import { findBankDispute, findBankDisputes } from './bank-dispute-queries.ts'

type Deps = commands.AnswerDeps & { publicUrl: string }

export function bankDisputeRoutes({ serve }: Serving, deps: Deps) {
  const { db, publicUrl, clock } = deps

  serve(listBankDisputes, ({ input, user }) =>
    findBankDisputes(db, { ...input, adminId: user.id, now: clock.now() }),
  )

  serve(getBankDispute, ({ input: { id }, user }) =>
    findBankDispute(db, { id, publicUrl, adminId: user.id, now: clock.now() }),
  )

  serve(answerBankDispute, async ({ input: { id, note, ...evidence }, user }) => {
    await commands.answerBankDispute(deps, { id, note, evidence, adminId: user.id })
    return {}
  })
}
