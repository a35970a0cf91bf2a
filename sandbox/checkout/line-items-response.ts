// The lines of a session, as a list of their own and inside the expanded session.
import { listResponse, type ListResponse } from '../api/lists.ts'
import type { Sandbox } from '../state/sandbox.ts'
import type { LineItem } from '../storage/stored-kinds.ts'
import { getCheckoutOrder } from './checkout-order.ts'

export function lineItemsResponse(
  sandbox: Sandbox,
  sessionId: string,
  range: { limit: number; startingAfter?: string; endingBefore?: string },
): ListResponse<LineItem> {
  const { lines } = getCheckoutOrder(sandbox, sessionId)
  const positionOf = (id: string | undefined) => lines.findIndex((line) => line.id === id)
  const url = `/v1/checkout/sessions/${sessionId}/line_items`
  if (range.endingBefore !== undefined) {
    const end = Math.max(0, positionOf(range.endingBefore))
    const start = Math.max(0, end - range.limit)
    return listResponse({ data: lines.slice(start, end), hasMore: start > 0 }, url)
  }
  const start = positionOf(range.startingAfter) + 1
  const data = lines.slice(start, start + range.limit)
  return listResponse({ data, hasMore: start + data.length < lines.length }, url)
}
