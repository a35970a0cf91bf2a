import { expect, test } from 'vitest'
import { commissionProcess } from './commissions/commission-process.ts'
import { deliveryProcess } from './commissions/delivery-process.ts'
import { disputeProcess } from './commissions/dispute-process.ts'
import { orderProcess } from './orders/order-process.ts'
import { paymentProcess, refundProcess, transferProcess } from './payments/payment-process.ts'
import { renditionProcess } from './orders/rendition-process.ts'
import { uploadProcess } from './uploads/upload-process.ts'

const processes = {
  orderProcess,
  paymentProcess,
  transferProcess,
  refundProcess,
  renditionProcess,
  uploadProcess,
  commissionProcess,
  deliveryProcess,
  disputeProcess,
}
const actors = ['customer', 'artist', 'admin', 'provider', 'system']

test('each step of each process is taken by somebody, and starts and ends in a status of the process', () => {
  for (const [name, { statuses, start, steps }] of Object.entries(processes)) {
    const known: readonly string[] = statuses
    expect([name, known]).toEqual([name, expect.arrayContaining([start])])
    for (const [step, { from, to, by }] of Object.entries(steps)) {
      expect([name, step, by.length > 0, from.length > 0]).toEqual([name, step, true, true])
      expect(actors).toEqual(expect.arrayContaining([...by]))
      expect(known).toEqual(expect.arrayContaining([...from, to]))
    }
  }
})
