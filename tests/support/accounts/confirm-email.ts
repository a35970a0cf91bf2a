// Confirms the email of a new user of a running app, by the link in the email that the app has sent.

import type { RunningApp } from '../running-app.ts'

export async function confirmEmailOf({ url }: Pick<RunningApp, 'url'>, email: string) {
  const token = await tokenSentTo(url, email)
  const confirmed = await fetch(`${url}/api/accounts/confirm-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!confirmed.ok) throw new Error(`Confirming failed: ${await confirmed.text()}`)
}

/** A job sends the email soon after the registration. */
async function tokenSentTo(url: string, email: string): Promise<string> {
  for (;;) {
    const list = await (await fetch(`${url}/dev/outbox`)).text()
    for (const [, path = ''] of list.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)) {
      const text = decoded(await (await fetch(url + path)).text())
      const token = /\/confirm-email\?token=([\w-]+)/.exec(text)?.[1]
      if (text.includes(email) && token !== undefined) return token
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Of quoted-printable text, what a link needs. */
function decoded(text: string): string {
  return text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
