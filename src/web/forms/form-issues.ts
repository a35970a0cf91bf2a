// Checks a form by the schema of its endpoint. Load it lazily: it brings zod, which no page's script contains.

import { config } from 'zod'
import type { Endpoint, FilePart } from '#contracts/endpoint.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import type { Issue } from '#web/api/result.ts'

// Compiled schemas need `eval`, which the page's policy refuses. Set before a contract creates its schemas.
config({ jitless: true })

type Checked = { fields: object; issues: Issue[] }

/** `fields` are the texts of the form and `constants`; they fit the contract if there are no issues. */
export async function checkForm(
  load: () => Promise<Endpoint>,
  form: FormData,
  constants: object = {},
): Promise<Checked> {
  const { input, file } = await load()
  const texts = [...form].filter(([, value]) => typeof value === 'string')
  const fields = { ...Object.fromEntries(texts), ...constants }
  const problems = input.safeParse(fields).error?.issues ?? []
  return {
    fields,
    issues: [
      ...(file === null ? [] : fileIssues(file, form)),
      ...problems.map(({ path, message }) => ({ path: path.map(String), message })),
    ],
  }
}

/** By the media type or, if the system knows none, by the file's name: the server checks the content. */
function fileIssues({ field, accept, maxBytes, refusals }: FilePart, form: FormData): Issue[] {
  const issue = (code: FilePart['refusals'][keyof FilePart['refusals']]) => [
    { path: [field], message: refusalMessage(code) },
  ]
  const file = form.get(field)
  // A file input without a chosen file sends a file without a name.
  if (!(file instanceof File) || file.name === '') return issue(refusals.missing)
  const name = file.name.toLowerCase()
  const isAccepted = accept.some((kind) =>
    kind.includes('/') ? file.type.startsWith(kind.replace('*', '')) : name.endsWith(kind),
  )
  if (!isAccepted) return issue(refusals.notAccepted)
  return file.size > maxBytes ? issue(refusals.tooLarge) : []
}
