import type { Timestamp } from './column-types.ts'

export type OperationTables = {
  site_facts: { name: string; value: string; noted_at: Timestamp }
  job_workers: { worker_id: string; connections: string; noted_at: Timestamp }
}
