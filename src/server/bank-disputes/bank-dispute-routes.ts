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
  const { db, publicUrl } = deps

  serve(listBankDisputes, ({ input: { page } }) => findBankDisputes(db, page))

  serve(getBankDispute, ({ input: { id } }) => findBankDispute(db, { id, publicUrl }))

  serve(answerBankDispute, async ({ input: { id, note, ...evidence }, user }) => {
    await commands.answerBankDispute(deps, { id, note, evidence, adminId: user.id })
    return {}
  })
}
