// The one source of every email: its blocks are written as plain text and as HTML in the look of the pages, so that both
// say the same.

import { productName } from '#rules/product.ts'

export type EmailBlock =
  | { paragraph: string }
  /** What somebody else wrote; line breaks stay. */
  | { quote: string }
  /** A list of names with their amounts, and below it the total. */
  | { rows: EmailRow[]; total?: EmailRow }
  /** What the reader may want to do next: one an email. The URL is absolute. */
  | { button: EmailLink }
  | { link: EmailLink }
type EmailRow = { name: string; value: string }
type EmailLink = { label: string; url: string }

export type EmailContent = {
  subject: string
  blocks: EmailBlock[]
  /** In small print at the end, such as why this was sent. */
  footer?: EmailBlock[]
}

export type EmailBodies = { text_body: string; html_body: string }

/** @param username of the reader; null for an address without an account */
export function writeEmail(
  { subject, blocks, footer = [] }: EmailContent,
  username: string | null,
): EmailBodies {
  const greeting = { paragraph: username === null ? 'Hello,' : `Hello ${username},` }
  const body = [greeting, ...blocks]
  const text = [productName, ...[...body, ...footer].map(asText)].join('\n\n')
  return { text_body: `${text}\n`, html_body: asDocument(subject, body, footer) }
}

function asText(block: EmailBlock): string {
  if ('paragraph' in block) return block.paragraph
  if ('quote' in block) return block.quote.replaceAll(/^/gm, '> ')
  if ('rows' in block) {
    const all = block.total ? [...block.rows, block.total] : block.rows
    return all.map(({ name, value }) => `  ${name}  ${value}`).join('\n')
  }
  const { label, url } = 'button' in block ? block.button : block.link
  return `${label}\n${url}`
}

function asDocument(subject: string, body: EmailBlock[], footer: EmailBlock[]): string {
  const small = footer.map(asHtml).join('')
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${darkStyles}</style></head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ec"><table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf6ec"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fffdf8;border:1px solid #dccbb3;border-radius:14px"><tr><td class="ink" style="padding:28px 28px 20px;color:#2a1a12;font:16px/1.55 Georgia,'Times New Roman',serif;text-align:left;overflow-wrap:anywhere">
<p class="line" style="margin:0 0 24px;padding:0 0 10px;border-bottom:3px double #dccbb3;font-size:22px">${productName}</p>
${body.map(asHtml).join('\n')}
</td></tr></table>
${small && `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="ink-2" style="padding:16px 28px;color:#654c3d;font:13px/1.5 Georgia,'Times New Roman',serif;text-align:left;overflow-wrap:anywhere">${small}</td></tr></table>`}
</td></tr></table></body></html>`
}

/** Of the pages' dark colours (web/styles/tokens.css), where the mail program supports them. */
const darkStyles =
  '@media (prefers-color-scheme:dark){.paper{background:#17110d!important}.surface{background:#221913!important;border-color:#403126!important}.ink{color:#f5eadb!important}.ink-2{color:#c9b39d!important}.line{border-color:#403126!important}.link{color:#f0a06c!important}.button{background:#f0a06c!important;color:#26130a!important}}'

function asHtml(block: EmailBlock): string {
  if ('paragraph' in block) return `<p style="margin:0 0 16px">${lines(block.paragraph)}</p>`
  if ('quote' in block) return quoteHtml(block.quote)
  if ('rows' in block) return rowsHtml(block)
  if ('link' in block) return `<p style="margin:0 0 16px">${linkHtml(block.link)}</p>`
  const { label, url } = block.button
  return `<p style="margin:24px 0"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:11px 20px;border-radius:10px;background:#8f3a1c;color:#fff8ef;font-weight:bold;text-decoration:none">${escaped(label)}</a></p>`
}

function quoteHtml(text: string): string {
  return `<blockquote class="line" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #dccbb3">${lines(text)}</blockquote>`
}

function rowsHtml({ rows, total }: { rows: EmailRow[]; total?: EmailRow }): string {
  const row = ({ name, value }: EmailRow, style: string) =>
    `<tr><td class="line" style="padding:6px 16px 6px 0;${style}">${escaped(name)}</td><td class="line" align="right" style="padding:6px 0;white-space:nowrap;${style}">${escaped(value)}</td></tr>`
  const all = rows.map((one) => row(one, '')).join('')
  const last = total ? row(total, 'border-top:1px solid #dccbb3;font-weight:bold') : ''
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font:inherit;color:inherit">${all}${last}</table>`
}

function linkHtml({ label, url }: EmailLink): string {
  return `<a class="link" href="${escaped(url)}" style="color:#8f3a1c">${escaped(label)}</a>`
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}

/** As text of an HTML document, or in quotes as the value of an attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
