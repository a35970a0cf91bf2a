// What is told of refunds of what was sold: the artist of a decision, the admins of a request.

import { adminPath } from '../admin/admin-paths.ts'
import { formatPence } from '../price.ts'
import { artistSalesPath } from '../sales/sales-search.ts'

/** @param pence what the artist loses */
export function tellGivenBack(titles: string, pence: number | undefined, addition: string) {
  return {
    sentence: `The singer of ${titles} gets money back, ${formatPence(pence)} of it from your part.`,
    addition,
    path: artistSalesPath(),
    pathLabel: 'See your sales',
  }
}

export function tellRequest(titles: string) {
  return {
    sentence: `A customer asks for the money of ${titles} back.`,
    addition: '',
    path: adminPath('refunds'),
    pathLabel: 'See the requests',
  }
}
