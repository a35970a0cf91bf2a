import type { Generated } from 'kysely'
import type { Role } from '#rules/permissions.ts'
import type { Timestamp } from './timestamp.ts'

export type AccountTables = {
  users: {
    id: string
    email: string
    email_verified: Generated<boolean>
    username: string
    /** Null for the younger of two older accounts whose names have one key. */
    username_key: string | null
    avatar: string | null
    role: Generated<Role>
    banned: Generated<boolean>
    is_demo: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  credentials: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Date
    created_at: Date
    updated_at: Date
  }
  /** In Unix milliseconds. */
  rate_limits: { key: string; count: number; last_request: bigint }
}
