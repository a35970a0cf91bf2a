// How a journey opens the admin's pages of what is owed.

import type { ApiUser } from '../api-user.ts'
import {
  storeAssignedRefund,
  storeDebt,
  storeOwedMoney,
  storeOwedVat,
} from '../money/owed-money.ts'

type Site = Parameters<typeof storeOwedMoney>[0]

export function owedOpenings(app: Site, admin: ApiUser) {
  const withOwedMoney = async () => {
    await storeOwedMoney(app)
    return { as: admin }
  }
  return {
    adminFoundRefund: async () => ({
      path: `/admin/refunds/found/${await storeAssignedRefund(app)}`,
      as: admin,
    }),
    adminRefund: async () => {
      const { refundId } = await storeOwedMoney(app)
      return { path: `/admin/refunds/${refundId}`, as: admin }
    },
    adminTransfers: withOwedMoney,
    adminTransfer: async () => {
      const { transferId } = await storeOwedMoney(app)
      return { path: `/admin/transfers/${transferId}`, as: admin }
    },
    adminVatPayment: async () => {
      await storeOwedVat(app)
      return { as: admin }
    },
    adminOrders: withOwedMoney,
    adminOrder: async () => {
      const { paymentId } = await storeOwedMoney(app)
      return { path: `/admin/orders/${paymentId}`, as: admin }
    },
    adminDebts: async () => {
      await storeDebt(app)
      return { as: admin }
    },
    adminDebt: async () => ({ path: `/admin/debts/${await storeDebt(app)}`, as: admin }),
  }
}
