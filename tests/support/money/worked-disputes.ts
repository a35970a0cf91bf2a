// The worked examples of disputes at the bank, and of what was done by hand at the card provider.

import { shareOfLoss } from '#rules/payments/refund-shares.ts'
import * as begun from '#server/ledger/balance-postings.ts'
import { postingOfLostDispute, postingOfWonBackDispute } from '#server/ledger/dispute-postings.ts'
import { postingOfGivenBack } from '#server/ledger/ledger-postings.ts'
import * as reversed from '#server/ledger/reversal-postings.ts'
import * as settled from '#server/ledger/settlement-postings.ts'
import {
  moved,
  paidCart,
  paidTrack,
  paymentId,
  refundArrives,
  refundLeaves,
  reversedOf,
  trackGivenBack,
  transferred,
  type Step,
} from './worked-postings.ts'

const withdrawn: Step = [
  'The bank takes the amount back, the card provider its fee',
  begun.postingOfDispute(moved('adjustment', -920, 2000), { paymentId }),
]
const reinstated: Step = [
  'The bank returns the amount',
  begun.postingOfDispute(moved('adjustment', 920), { paymentId }),
]

const borneBy = (artistId: string, sharePence: number) => ({
  artistId,
  pence: shareOfLoss({ sharePence, leftPence: 920, lostPence: 920 }),
})
const borne = {
  disputeId: 'dispute',
  paymentId,
  pence: 920,
  shares: [borneBy('Rosa', 500), borneBy('Tom', 300)],
}
const sentToBoth: Step[] = [
  ['The transfer to Rosa', transferred('Rosa', 500)],
  ['The transfer to Tom', transferred('Tom', 300)],
]
const lostByArtists: Step[] = [
  ['The customer pays', paidCart],
  ...sentToBoth,
  withdrawn,
  ['The bank decides for the customer', postingOfLostDispute(borne)],
  ['The reversal of Rosa’s part', reversedOf('Rosa', 500)],
]
const borneByTom = {
  disputeId: 'dispute',
  paymentId,
  pence: 570,
  shares: [{ artistId: 'Tom', pence: 500 }],
}
const tomsDebt = { reversalId: 'reversal', paymentId, artistId: 'Tom', pence: 500 }
const byHand = { reversalId: 'reversal', paymentId, artistId: 'Tom', pence: 300 }
const givenBack = trackGivenBack.at(3)
if (givenBack === undefined) throw new Error('Nothing is given back.')

export const workedDisputes: Record<string, Step[]> = {
  'A dispute that is won': [['The customer pays', paidCart], withdrawn, reinstated],
  'A dispute that is lost, and won after all': [
    ['The customer pays', paidCart],
    withdrawn,
    [
      'The bank decides for the customer',
      postingOfLostDispute({ disputeId: 'dispute', paymentId, pence: 920, shares: [] }),
    ],
    [
      'The bank changes its mind',
      postingOfWonBackDispute({ disputeId: 'dispute', paymentId, pence: 920, shares: [] }),
    ],
    reinstated,
  ],
  'A lost dispute that the artists bear': [
    ...lostByArtists,
    ['Another customer buys a track of Tom’s', paidTrack],
    [
      'What Tom owes is netted',
      reversed.postingOfNetting({ nettingId: 'netting', paymentId, artistId: 'Tom', pence: 300 }),
    ],
    ['The transfer of the rest to Tom', transferred('Tom', 200)],
  ],
  'The same, if the bank changes its mind before Tom sells': [
    ...lostByArtists,
    ['The bank changes its mind', postingOfWonBackDispute(borne)],
    [
      'Rosa is owed her part again',
      reversed.postingOfOwedAgain({
        transferId: 'again',
        paymentId,
        artistId: 'Rosa',
        pence: 500,
        writtenOffPence: 0,
      }),
    ],
    [
      'Tom is owed his part again',
      reversed.postingOfOwedAgain({
        transferId: 'again',
        paymentId,
        artistId: 'Tom',
        pence: 300,
        writtenOffPence: 0,
      }),
    ],
    [
      'Tom’s part pays what he owes',
      reversed.postingOfNetting({ nettingId: 'netting', paymentId, artistId: 'Tom', pence: 300 }),
    ],
    ['The second transfer to Rosa', transferred('Rosa', 500)],
    reinstated,
  ],
  'A debt that is written off, a dispute that is won after all, and the sale given back': [
    ['The customer pays', paidTrack],
    ['The transfer to Tom', transferred('Tom', 500)],
    [
      'The bank takes the amount back, the card provider its fee',
      begun.postingOfDispute(moved('adjustment', -570, 2000), { paymentId }),
    ],
    ['The bank decides for the customer', postingOfLostDispute(borneByTom)],
    ['An admin writes off what Tom owes', reversed.postingOfClosedDebt(tomsDebt, 'losses')],
    ['The bank changes its mind', postingOfWonBackDispute(borneByTom)],
    ['Nothing has to be written off any more', reversed.postingOfForgivenAgain(tomsDebt)],
    [
      'The bank returns the amount',
      begun.postingOfDispute(moved('adjustment', 570), { paymentId }),
    ],
    [
      'An admin gives Tom’s track back',
      postingOfGivenBack({
        refundId: 'refund',
        paymentId,
        artistId: 'Tom',
        shares: { artistPence: 500, platformFeePence: 50, processingFeePence: 20 },
      }),
    ],
    ['The refund leaves the balance', refundLeaves(570)],
    ['The refund arrives', refundArrives(570)],
    [
      'Tom keeps what was written off',
      reversed.postingOfBorneShare({ refundId: 'refund', paymentId, artistId: 'Tom', pence: 500 }),
    ],
  ],
  'A refund that a lost dispute has paid, and that is owed again': [
    ['The customer pays', paidCart],
    ['An admin gives Tom’s track back', givenBack[1]],
    withdrawn,
    [
      'The bank decides for the customer: the refund is paid',
      settled.postingOfSettledRefund({
        refundId: 'refund',
        paymentId,
        pence: 350,
        from: 'disputed',
      }),
    ],
    [
      'The rest is a loss',
      postingOfLostDispute({ disputeId: 'dispute', paymentId, pence: 570, shares: [] }),
    ],
    [
      'The bank changes its mind',
      postingOfWonBackDispute({ disputeId: 'dispute', paymentId, pence: 570, shares: [] }),
    ],
    [
      'The refund is owed again',
      settled.postingOfUnsettledRefund({
        refundId: 'refund',
        disputeId: 'dispute',
        paymentId,
        pence: 350,
      }),
    ],
    reinstated,
    ['The refund leaves the balance', refundLeaves(350)],
    ['The refund arrives', refundArrives(350)],
  ],
  'A reversal by hand, and the refund that it was for': [
    ['The customer pays', paidCart],
    ...sentToBoth,
    ['The operator reverses the transfer to Tom', reversed.postingOfFoundReversal(byHand)],
    ['It comes back to the balance', reversedOf('Tom', 300)],
    ['An admin gives Tom’s track back', givenBack[1]],
    ['The refund leaves the balance', refundLeaves(350)],
    ['The refund arrives', refundArrives(350)],
    ['The reversal was for that', reversed.postingOfExplainedReversal(byHand)],
  ],
}
