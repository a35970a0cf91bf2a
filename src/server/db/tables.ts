// The row types of every table, as created by the migrations: one file per feature. A table declared twice with
// different columns is a type error.

import type { AccountTables } from './tables/account-tables.ts'
import type { AdminTables } from './tables/admin-tables.ts'
import type { ArtistTables } from './tables/artist-tables.ts'
import type { CartTables } from './tables/cart-tables.ts'
import type { CommissionTables } from './tables/commission-tables.ts'
import type { EmailTables } from './tables/email-tables.ts'
import type { LicenceTables } from './tables/licence-tables.ts'
import type { NotificationTables } from './tables/notification-tables.ts'
import type { ModerationTables } from './tables/moderation-tables.ts'
import type { OperationTables } from './tables/operation-tables.ts'
import type { OrderTables, OrderViews } from './tables/order-tables.ts'
import type { PaymentTables } from './tables/payment-tables.ts'
import type { PayoutTables } from './tables/payout-tables.ts'
import type { ReconciliationTables } from './tables/reconciliation-tables.ts'
import type { ReportTables } from './tables/report-tables.ts'
import type { SaleTables } from './tables/sale-tables.ts'
import type { SearchTables } from './tables/search-tables.ts'
import type { StatementTables } from './tables/statement-tables.ts'
import type { TrackTables } from './tables/track-tables.ts'
import type { UploadTables } from './tables/upload-tables.ts'
import type { VatTables } from './tables/vat-tables.ts'

export interface Tables
  extends
    AccountTables,
    AdminTables,
    ArtistTables,
    CartTables,
    CommissionTables,
    EmailTables,
    LicenceTables,
    NotificationTables,
    ModerationTables,
    OperationTables,
    OrderTables,
    PaymentTables,
    PayoutTables,
    ReconciliationTables,
    ReportTables,
    SaleTables,
    SearchTables,
    StatementTables,
    TrackTables,
    UploadTables,
    VatTables {}

/** Only read. */
export interface Views extends OrderViews {}
