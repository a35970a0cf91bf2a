// The endpoint of the audit log.

import { z } from 'zod'
import { actionNames, subjectKinds } from '#rules/admin/admin-actions.ts'
import { adminSearchFields, lastAdminPage } from '#rules/admin/admin-search.ts'
import { endpoint } from '../endpoint.ts'
import { pageField, pageOf, readBy } from '../lists.ts'

/** A comment or a review. */
export const removedTextSchema = z.object({
  text: z.string(),
  /** The artist's, of a review. */
  answer: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  /** It is null once the account is deleted. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The track or the artist that it was about. */
  about: z.object({ id: z.string(), name: z.string() }),
})
export type RemovedText = z.infer<typeof removedTextSchema>

export const adminActionSchema = z.object({
  id: z.string(),
  actedAt: z.iso.datetime(),
  admin: z.object({ id: z.string(), name: z.string().nullable() }),
  action: z.enum(actionNames),
  subject: z.object({
    kind: z.enum(subjectKinds),
    id: z.string(),
    /** It is null if it is there no longer. */
    name: z.string().nullable(),
  }),
  /** What the people concerned were told; null if nobody was told a reason. */
  reason: z.string().nullable(),
  /** For admins only. */
  note: z.string().nullable(),
  /** What an admin has removed, as it was then. */
  removed: removedTextSchema.nullable(),
})
export type AdminActionEntry = z.infer<typeof adminActionSchema>

/** The parameters and fields that every list of an admin has. */
export const adminPageField = pageField(adminSearchFields.users.page, lastAdminPage)

const fields = adminSearchFields.auditLog

export const listAdminActions = endpoint('GET /api/proxy/admin/audit-log', {
  by: 'admin',
  summary: 'A page of what admins did, the latest first.',
  input: z.object({
    action: readBy(fields.action, z.enum(actionNames).optional()),
    subject: readBy(fields.subject, z.uuid().optional()),
    admin: readBy(fields.admin, z.uuid().optional()),
    page: adminPageField,
  }),
  output: pageOf({ actions: z.array(adminActionSchema), total: z.int() }),
})
