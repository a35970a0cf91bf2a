import type { Generated } from 'kysely'
import type { Role } from '#rules/permissions.ts'
import type { BigInteger, Timestamp } from './column-types.ts'

export type EmailLinkKind = 'verify_email' | 'change_email' | 'reset_password'

export type AccountTables = {
  users: {
    id: Generated<string>
    email: string
    email_verified: Generated<boolean>
    username: string
    /** It is null for the younger of two older accounts whose names have one key. */
    username_key: string | null
    /** It is null if pages show the username. */
    display_name: string | null
    /** It is null for a display name from before names were compared. */
    display_name_key: string | null
    avatar: string | null
    role: Generated<Role>
    banned: Generated<boolean>
    is_demo: Generated<boolean>
    two_factor_enabled: Generated<boolean>
    /** The row stays, without personal data. */
    deleted_at: Date | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  credentials: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    scope: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    /** Not exact: noted once in some minutes. */
    last_used_at: Generated<Date>
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** The authenticator app of an account; secret and codes are encrypted by better-auth. */
  two_factors: {
    id: Generated<string>
    user_id: string
    secret: string
    backup_codes: string
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
  }
  email_links: {
    token_hash: Uint8Array
    kind: EmailLinkKind
    user_id: string
    email: string
    expires_at: Date
    created_at: Timestamp
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** In Unix milliseconds. */
  rate_limits: { id: Generated<string>; key: string; count: number; last_request: BigInteger }
}
