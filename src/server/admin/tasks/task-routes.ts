import { countTasks, handBackTask, takeTask } from '#contracts/admin/tasks.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as commands from './task-commands.ts'
import * as queries from './task-queries.ts'

export function taskRoutes({ serve }: Serving, deps: { db: Db; clock: Clock }) {
  const { db, clock } = deps

  serve(countTasks, async ({ user }) => ({
    tasks: await queries.countTasks(db, { adminId: user.id, now: clock.now() }),
  }))

  serve(takeTask, async ({ input: { kind, id, from }, user }) => {
    await commands.takeTask(deps, { kind, id, from, adminId: user.id })
    return { kind, id }
  })

  serve(handBackTask, async ({ input: { kind, id }, user }) => {
    await commands.handBackTask(deps, { kind, id, adminId: user.id })
    return { kind, id }
  })
}
