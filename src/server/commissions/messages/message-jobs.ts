// Background jobs of messages: preparing attached audio, refusing what nothing prepares any more, and emails about news.

import type { Jobs } from '#server/jobs/job-names.ts'
import {
  findPreparing,
  prepareAttachment,
  refusalCodeOf,
  refuseAttachment,
  refuseInterrupted,
  type PreparationDeps,
} from './attachment-preparation.ts'
import { emailNews, type NewsDeps } from './news-emails.ts'

export function messageJobs(deps: PreparationDeps & NewsDeps): Jobs {
  return {
    async prepare_attachment({ attachmentId }, { isLastAttempt, signal }) {
      const [attachment] = await findPreparing(deps.db, attachmentId)
      if (!attachment) return
      try {
        await prepareAttachment(deps, attachment, signal)
      } catch (error) {
        const code = refusalCodeOf(error)
        if (code !== null) return refuseAttachment(deps, attachment, code)
        if (isLastAttempt) await refuseAttachment(deps, attachment, 'upload_interrupted')
        throw error
      }
    },

    async tidy_attachments() {
      await refuseInterrupted(deps)
    },

    async email_commission_news(_nothing, run) {
      await emailNews(deps, run)
    },
  }
}
