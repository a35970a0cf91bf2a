// The pages of /dev/outbox: the list of emails, and one email as its reader sees it. Without scripts. Whatever stands
// in an email is text on these pages; its HTML is only in the frame.

import { createHash } from 'node:crypto'
import type { Address, Email } from 'postal-mime'
import { productName } from '#rules/product.ts'
import { escaped } from './email-template.ts'

const styles = `
:root{color-scheme:light dark;--paper:light-dark(#fbf6ec,#17110d);--surface:light-dark(#fffdf8,#221913);--ink:light-dark(#2a1a12,#f5eadb);--ink-2:light-dark(#654c3d,#c9b39d);--line:light-dark(#dccbb3,#403126);--accent:light-dark(#8f3a1c,#f0a06c);--focus:light-dark(#1d4e89,#9cc7f5)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
header{border-bottom:3px double var(--line);font-size:.92rem}
header p,main{max-width:76rem;margin:0 auto;padding:.8rem clamp(1rem,4vw,3rem)}
main{padding-block:1.4rem 3rem}
h1,h2{margin:0;font-family:Georgia,'Times New Roman',serif;line-height:1.2;overflow-wrap:anywhere}
h1{font-size:clamp(1.4rem,4vw,2.1rem)}
h2{margin-bottom:.5rem;font-size:1.2rem}
a{color:var(--accent)}
a:focus-visible,iframe:focus-visible,pre:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.quiet,dt,time{color:var(--ink-2);font-size:.92rem}
ol{margin:1.2rem 0 0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:14px}
li{display:grid;grid-template-columns:minmax(0,20rem) minmax(0,1fr) auto;gap:.1rem 1.2rem;padding:.7rem 1rem;overflow-wrap:anywhere}
li+li{border-top:1px solid var(--line)}
li a{font-weight:600}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem 1rem;margin:.8rem 0 1.4rem}
dd{margin:0;overflow-wrap:anywhere}
.bodies{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.4rem}
iframe,pre{width:100%;height:max(24rem,calc(100vh - 20rem));margin:0;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
pre{padding:1rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:.88rem/1.5 ui-monospace,monospace}
@media (max-width:56rem){.bodies{grid-template-columns:minmax(0,1fr)}li{grid-template-columns:minmax(0,1fr)}li a{order:-1}pre{height:auto}}
`

const styleHash = createHash('sha256').update(styles).digest('base64')
export const outboxPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/** Mail programs run no scripts; ours load no pictures either. The styles of an email stand in its elements. */
export const emailHtmlPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'"

/** @param total of the emails in the folder, of which the newest are listed */
export function outboxPage(listed: { name: string; email: Email }[], total: number): string {
  const rows = listed.map(({ name, email }) => {
    const link = `<a href="/dev/outbox/${name}">${subjectOf(email)}</a>`
    return `<li><span>${addresses(email.to)}</span>${link}${timeOf(email)}</li>`
  })
  const some =
    total > listed.length
      ? `<p class="quiet">The newest ${listed.length} of ${total} emails.</p>`
      : ''
  return page(
    'Outbox',
    `<h1>Outbox</h1><p class="quiet">Emails of this trial: none of them leaves this machine. <a href="/dev/outbox">Look again</a></p>
${rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : '<p>No emails yet.</p>'}${some}`,
  )
}

export function emailPage(name: string, email: Email): string {
  const facts = [
    ['To', addresses(email.to)],
    ['From', addresses(email.from && [email.from])],
    ['Time', timeOf(email)],
  ]
  const list = facts.map(([word, value]) => `<dt>${word}</dt><dd>${value}</dd>`).join('')
  return page(
    subjectOf(email),
    `<p class="quiet"><a href="/dev/outbox">Outbox</a> · <a href="/dev/outbox/${name}/source">Source</a></p>
<h1>${subjectOf(email)}</h1><dl>${list}</dl>
<div class="bodies">
<section aria-labelledby="html"><h2 id="html">As HTML</h2>${htmlFrame(name, email)}</section>
<section aria-labelledby="text"><h2 id="text">As plain text</h2><pre tabindex="0">${escaped(email.text ?? '')}</pre></section>
</div>`,
  )
}

/** The links open beside the outbox, with everything that a page may do. */
function htmlFrame(name: string, { html }: Email): string {
  if (html === undefined) return '<p>This email has none.</p>'
  return `<iframe title="The email as HTML" src="/dev/outbox/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

/** As our template writes it, with links that leave the frame. */
export function emailHtml({ html = '' }: Email): string {
  return html.replace('<head>', '<head><base target="_blank">')
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="/favicon.svg"><style>${styles}</style></head>
<body><header><p><a href="/">${productName}</a></p></header><main>${main}</main></body></html>`
}

function subjectOf({ subject }: Email): string {
  return escaped(subject?.trim() || 'No subject')
}

function addresses(list: Address[] | undefined = []): string {
  const texts = list.map(({ name, address = '' }) => (name ? `${name} <${address}>` : address))
  return escaped(texts.join(', '))
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

function timeOf({ date }: Email): string {
  const at = new Date(date ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return '<span>No time</span>'
  return `<time datetime="${at.toISOString()}">${clock.format(at)}</time>`
}
