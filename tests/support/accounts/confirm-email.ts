// Emails as a person reads them, and links as a person opens them: from the outbox of a running app.

import type { RunningApp } from '../running-app.ts'

type App = Pick<RunningApp, 'url'>

/** Of a new user, by the link that the app has sent. */
export async function confirmEmailOf(app: App, email: string): Promise<void> {
  const link = new URL(await linkSentTo(app, email, '/confirm-email'))
  const confirmed = await fetch(`${app.url}/api/accounts/confirm-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.searchParams.get('token') }),
  })
  if (!confirmed.ok) throw new Error(`Confirming failed: ${await confirmed.text()}`)
}

/** The link to the page at `path`, with what follows it: a token or an id. A job sends the email soon after the request. */
export async function linkSentTo(app: App, email: string, path: string): Promise<string> {
  const link = new RegExp(`https?://[^\\s<"]+${path}(?:\\?token=)?[\\w-]+`)
  for (;;) {
    for await (const text of emailsTo(app, email)) {
      const [found] = link.exec(text) ?? []
      if (found !== undefined) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** How many emails to this address contain the words. */
export async function countEmails(app: App, email: string, words: string): Promise<number> {
  const texts = await Array.fromAsync(emailsTo(app, email))
  return texts.filter((text) => text.includes(words)).length
}

/** Their pages in the outbox, the latest first. */
async function* emailsTo({ url }: App, email: string): AsyncGenerator<string> {
  const list = await (await fetch(`${url}/dev/outbox`)).text()
  for (const [, page = ''] of list.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)) {
    const text = await (await fetch(url + page)).text()
    if (text.includes(email)) yield text
  }
}
