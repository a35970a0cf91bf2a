import { listAdminActions } from '#contracts/admin/audit-log.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findActions } from './audit-log-queries.ts'

export function auditLogRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listAdminActions, async ({ input }) => {
    const { actions, paging } = await findActions(db, input)
    return { actions, ...paging }
  })
}
