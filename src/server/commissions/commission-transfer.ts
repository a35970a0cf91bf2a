// The transfer of an approved commission.

import { sql } from 'kysely'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { TransferState } from '#rules/payments/transfer-states.ts'
import type { Db } from '#server/db/client.ts'
import { transferState, withAccountAndHold } from '#server/payments/transfer-problems.ts'

export function findTransfer(db: Db, paymentId: string) {
  return db
    .selectFrom('transfers')
    .leftJoin('payment_accounts', 'payment_accounts.user_id', 'transfers.artist_id')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'transfers.artist_id')
    .select(['payable_pence', 'due_at', 'todo'])
    .select(transferState.as('state'))
    .where('transfers.payment_id', '=', paymentId)
    .where('is_again', '=', false)
    .executeTakeFirst()
}

const unsentStatuses = sql.join(
  (['approved', 'cron_pending'] satisfies CommissionStatus[]).map((status) => sql.lit(status)),
)

/** For a query of `commissions`: of one that is approved and not completed; null without a transfer. */
export const transferStateOfCommission = sql<TransferState | null>`(
  case when commissions.status in (${unsentStatuses}) then (
    select ${transferState} from transfers ${withAccountAndHold(sql.ref('transfers.artist_id'))}
    where transfers.payment_id = commissions.payment_id and not transfers.is_again
  ) end
)`
