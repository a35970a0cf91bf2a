// HTML templates that escape every value, because clients and customers choose what is shown.

export interface Html {
  readonly markup: string
}

type Part = Html | string | number | null | undefined | false | Part[]

/** Template tag; strings put in are text, only `Html` put in is markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = strings.reduce(
    (text, string, position) => text + (position === 0 ? '' : render(parts[position - 1])) + string,
    '',
  )
  return { markup }
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return typeof part === 'object' ? part.markup : escapeText(String(part))
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
