/**
 * A multipart form in the provider's form encoding, with a file as `file[name]` and `file[data]` (base64): what two requests
 * have sent is compared whatever stands between their parts, and an operation reads its parameters as from any other form.
 */
export async function encodeMultipart(contentType: string, body: Uint8Array): Promise<string> {
  const fields = new URLSearchParams()
  for (const [name, value] of await readForm(contentType, body)) {
    if (typeof value === 'string') {
      fields.append(name, value)
    } else {
      fields.append(`${name}[name]`, value.name)
      fields.append(`${name}[data]`, Buffer.from(await value.arrayBuffer()).toString('base64'))
    }
  }
  return fields.toString()
}

/** What cannot be parsed has no fields: its operation says what is missing. */
function readForm(contentType: string, body: Uint8Array): Promise<FormData> {
  const form = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  return form.formData().catch(() => new FormData())
}
