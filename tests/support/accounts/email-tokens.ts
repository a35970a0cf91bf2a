import type { TestApp } from '../test-app.ts'

/** The emails that one user was sent: others of the same app may have been sent some, too. */
export const emailsTo = ({ emails }: TestApp, { email }: { email: string }) =>
  emails.filter(({ to }) => to === email)

/** The path of the link in the latest email to an address, of those that have one. */
export async function latestLink(app: TestApp, address: string): Promise<string> {
  await app.work()
  const texts = app.emails.filter(({ to }) => to === address).map(({ text }) => text)
  const links = texts.flatMap(
    (text) => /http:\/\/undersong\.test(\/\S*token=\S+)/.exec(text)?.[1] ?? [],
  )
  const latest = links.at(-1)
  if (latest === undefined) throw new Error(`No link for ${address} in: ${texts.join('\n---\n')}`)
  return latest
}

export async function latestToken(app: TestApp, address: string): Promise<string> {
  const token = new URLSearchParams((await latestLink(app, address)).split('?')[1]).get('token')
  return token ?? ''
}
