// Takes back transfers from artists' accounts.

import type Stripe from 'stripe'
import {
  PaymentRefused,
  subjectMetadata,
  type MadeReversal,
  type Payments,
  type SentReversal,
} from './payments.ts'
import { requireBalance } from './stripe-balance.ts'
import { idOf, isMarked } from './stripe-metadata.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Calls = ReturnType<typeof callsWithDeadline>

const expand = ['balance_transaction']

export function reversalCalls(
  stripe: Stripe,
  { callProvider, callWithKey }: Calls,
): Pick<Payments, 'sendReversal' | 'findReversal' | 'readReversal' | 'listReversals'> {
  return {
    async sendReversal({ reversalId, subject, sentTransferId, amountPence, idempotencyKey }) {
      try {
        const reversal = await callWithKey(() =>
          stripe.transfers.createReversal(
            sentTransferId,
            {
              amount: amountPence,
              metadata: { ...subjectMetadata(subject), reversal_id: reversalId },
              expand,
            },
            { idempotencyKey },
          ),
        )
        return asSentReversal(reversal)
      } catch (error) {
        throw ofAccount(error)
      }
    },

    async findReversal({ reversalId, sentTransferId }) {
      return callProvider(async () => {
        for await (const reversal of reversalsOf(stripe, sentTransferId)) {
          if (reversal.metadata?.['reversal_id'] === reversalId) return asSentReversal(reversal)
        }
        return null
      })
    },

    async listReversals(sentTransferId) {
      return callProvider(async () => {
        const all: MadeReversal[] = []
        for await (const reversal of reversalsOf(stripe, sentTransferId))
          all.push(asMadeReversal(reversal))
        return all
      })
    },

    async readReversal({ providerId, sentTransferId }) {
      try {
        const reversal = await callProvider(() =>
          stripe.transfers.retrieveReversal(sentTransferId, providerId, { expand }),
        )
        return asMadeReversal(reversal)
      } catch (error) {
        if (error instanceof PaymentRefused && error.code === 'resource_missing') return null
        throw error
      }
    },
  }
}

function reversalsOf(stripe: Stripe, sentTransferId: string) {
  return stripe.transfers.listReversals(sentTransferId, {
    limit: 100,
    expand: ['data.balance_transaction'],
  })
}

/** The same code says of a transfer that our own balance has too little. */
function ofAccount(error: unknown): unknown {
  if (!(error instanceof PaymentRefused && error.code === 'balance_insufficient')) return error
  return new PaymentRefused('account_balance_insufficient', error.message, { cause: error })
}

function asSentReversal({ id, balance_transaction: moved }: Stripe.TransferReversal): SentReversal {
  return { providerId: id, balance: requireBalance(id, moved) }
}

/** The provider lists the reversals of one transfer only, but all of what they have moved on our balance. */
export function asListedReversals(moved: Stripe.BalanceTransaction): MadeReversal[] {
  const { source } = moved
  if (typeof source !== 'object' || source?.object !== 'transfer_reversal') return []
  return [asMadeReversal({ ...source, balance_transaction: moved })]
}

function asMadeReversal(reversal: Stripe.TransferReversal): MadeReversal {
  return {
    ...asSentReversal(reversal),
    reversalId: reversal.metadata?.['reversal_id'] ?? null,
    sentTransferId: idOf(reversal.transfer) ?? '',
    pence: reversal.amount,
    isSettled: isMarked(reversal.metadata),
    madeAt: new Date(reversal.created * 1000),
  }
}
