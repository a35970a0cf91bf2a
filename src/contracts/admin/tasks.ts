// Endpoints of what waits for a person: how much there is, and who takes care of what.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import { taskKinds, taskOwners } from '#rules/admin/admin-tasks.ts'
import { endpoint } from '../endpoint.ts'
import { readBy } from '../lists.ts'

/** What is told of each row that may wait for a person. */
export const taskSchema = z.object({
  /** The admin who takes care of it. */
  owner: z.object({ id: z.string(), name: z.string().nullable(), isYou: z.boolean() }).nullable(),
  /** Until it ended, or until now. */
  ageDays: z.int(),
})
export type Task = z.infer<typeof taskSchema>

/** Of a list: those of the admin who reads it, or of nobody. */
export const taskOwnersField = readBy(
  adminSearchFields.transfers.owner,
  z.enum(taskOwners).optional(),
)

const countsSchema = z.object({
  kind: z.enum(taskKinds),
  /** For a person. */
  waiting: z.int(),
  /** Of these, those that nobody takes care of, and those of the admin who reads it. */
  nobodys: z.int(),
  mine: z.int(),
  /** The age of the oldest. */
  oldestDays: z.int(),
})
export type TaskCounts = z.infer<typeof countsSchema>

export const countTasks = endpoint('GET /api/proxy/admin/tasks', {
  by: 'admin',
  summary: 'How much of each kind waits for a person, and who takes care of it.',
  input: z.object({}),
  output: z.object({ tasks: z.array(countsSchema) }),
})

/** Ours, or the card provider’s of a refund that was made there. */
export const taskIdSchema = z.string().regex(/^[\w-]{1,255}$/)

const task = z.object({ kind: z.enum(taskKinds), id: taskIdSchema })

export const takeTask = endpoint('POST /api/proxy/admin/tasks/{kind}/{id}/take', {
  by: 'admin',
  summary: 'The admin takes care of it, also instead of another admin.',
  refusals: ['task_ended', 'task_taken'],
  input: task.extend({
    /** Whether another admin took care of it when the page was loaded. */
    from: z.enum(['nobody', 'another']),
  }),
  output: task,
})

export const handBackTask = endpoint('POST /api/proxy/admin/tasks/{kind}/{id}/hand-back', {
  by: 'admin',
  summary: 'The admin takes care of it no more.',
  refusals: ['task_ended'],
  input: task,
  output: task,
})
