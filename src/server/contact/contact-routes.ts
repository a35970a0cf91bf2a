import { answerMessage, listMessages, moveMessage } from '#contracts/contact/messages.ts'
import { getContactDefaults, sendContactMessage } from '#contracts/contact/contact.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { storeContactMessage } from './contact-commands.ts'
import * as messages from './message-commands.ts'

type ContactDeps = { db: Db; publicUrl: string; contactEmail: string | null }

export function contactRoutes({ serve }: Serving, deps: ContactDeps) {
  serve(getContactDefaults, async ({ user }) => ({
    name: user?.username ?? null,
    email: user?.email ?? null,
    subject: user?.banned ? ('suspension' as const) : null,
  }))

  serve(sendContactMessage, async ({ input, user, request }) => ({
    id: await storeContactMessage(deps, {
      ...input,
      userId: user?.id ?? null,
      address: request.ip,
    }),
  }))

  serve(listMessages, async ({ input }) => {
    const { rows, paging } = await messages.findMessages(deps.db, input)
    return {
      messages: rows.map(({ sent_at: sentAt, user_id: userId, answers, ...row }) => ({
        ...row,
        // PostgreSQL writes times in JSON in another form.
        answers: answers.map(({ text, sentAt: at }) => ({
          text,
          sentAt: new Date(at).toISOString(),
        })),
        sentAt: sentAt.toISOString(),
        userId,
      })),
      ...paging,
    }
  })

  serve(moveMessage, async ({ input: { id, step, note }, user }) => ({
    status: await messages.moveMessage(deps.db, { messageId: id, step, adminId: user.id, note }),
  }))

  serve(answerMessage, async ({ input: { id, answer }, user }) => ({
    status: await messages.answerMessage(deps, { messageId: id, text: answer, adminId: user.id }),
  }))
}
