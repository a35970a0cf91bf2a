import type { Timestamp } from './column-types.ts'

export type EmailTables = {
  mails: {
    id: string
    about: string
    recipient: string
    subject: string
    text_body: string
    html_body: string
    unsubscribe_url: string | null
    created_at: Timestamp
    sent_at: Date | null
  }
}
