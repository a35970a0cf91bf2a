// Reads a multipart form as its endpoint declares it: text fields first, then one file as a stream, or several.

import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FilePart } from '#contracts/endpoint.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { parseInput } from './input.ts'
import { closeWhenSilent } from './slow-bodies.ts'

export type ReceivedFile = {
  /** Undefined when the form gave the file no name. */
  name: string | undefined
  /** Ends after one byte more than the part's `maxBytes`. */
  body: AsyncIterable<Uint8Array>
}

/** The parser's type requires a file name, but a part may lack one. */
type NamedPart = Omit<MultipartFile, 'filename'> & { filename?: string }

type FormOf<Input extends z.ZodType> = { input: Input; file: FilePart }

export type UseForm<Input extends z.ZodType, Received> = (
  input: z.output<Input>,
  file: ReceivedFile,
) => Promise<Received>

/**
 * Each file has to be read to its end before the next one is asked for. One more than are allowed is handed over, for the
 * refusal.
 */
export type UseFiles<Input extends z.ZodType, Received> = (
  input: z.output<Input>,
  files: AsyncIterable<ReceivedFile>,
) => Promise<Received>

/** Text fields come before the file, so that an invalid form is refused before the file is stored. */
export async function receiveForm<Input extends z.ZodType, Received>(
  request: FastifyRequest,
  form: FormOf<Input>,
  use: UseForm<Input, Received>,
): Promise<Received> {
  if (!request.isMultipart()) throw new Refusal(form.file.refusals.missing)
  return closeWhenSilent(request, () => receiveParts(request, form, use))
}

async function receiveParts<Input extends z.ZodType, Received>(
  request: FastifyRequest,
  { input, file }: FormOf<Input>,
  use: UseForm<Input, Received>,
): Promise<Received> {
  const fields: Record<string, string> = {}
  const parts: AsyncIterable<Multipart> = request.parts({
    limits: { files: 1, fields: 40, fieldSize: 20_000, fileSize: file.maxBytes + 1 },
  })
  for await (const part of readable(parts, file)) {
    if (part.type === 'file')
      return await use(parseInput(input, withPath(request, fields)), receivedFile(part, file))
    if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  // The response also lists the problems of the fields.
  parseInput(input, withPath(request, fields))
  throw new Refusal(file.refusals.missing)
}

/** The fields and files of an endpoint that declares `several`; a request without files may also be JSON. */
export async function receiveFiles<Input extends z.ZodType, Received>(
  request: FastifyRequest,
  { input, file }: FormOf<Input>,
  use: UseFiles<Input, Received>,
): Promise<Received> {
  const { several } = file
  if (several === undefined) throw new Error(`The field ${file.field} takes one file.`)
  if (!request.isMultipart())
    return use(parseInput(input, withPath(request, Object(request.body))), noFiles())
  return closeWhenSilent(request, () => receiveSeveral(request, { input, file, several }, use))
}

async function receiveSeveral<Input extends z.ZodType, Received>(
  request: FastifyRequest,
  { input, file, several }: FormOf<Input> & { several: NonNullable<FilePart['several']> },
  use: UseFiles<Input, Received>,
): Promise<Received> {
  const limits = {
    files: several.max + 1,
    fields: 40,
    fieldSize: 20_000,
    fileSize: file.maxBytes + 1,
  }
  const form = readable<Multipart>(request.parts({ limits }), file)
  const fields: Record<string, string> = {}
  let part = await form.next()
  for (; !part.done && part.value.type === 'field'; part = await form.next())
    if (typeof part.value.value === 'string') fields[part.value.fieldname] = part.value.value
  async function* files(): AsyncGenerator<ReceivedFile> {
    // A field after a file is too late to be used.
    for (; !part.done; part = await form.next())
      if (part.value.type === 'file') yield receivedFile(part.value, file)
  }
  try {
    return await use(parseInput(input, withPath(request, fields)), files())
  } finally {
    await form.return(undefined)
  }
}

async function* noFiles(): AsyncGenerator<ReceivedFile> {}

/** A parameter of the path overrides a field of the same name, as everywhere. */
function withPath({ params }: FastifyRequest, fields: object): object {
  return { ...fields, ...Object(params) }
}

function receivedFile({ filename, file }: NamedPart, declared: FilePart): ReceivedFile {
  return { name: filename, body: readable<Uint8Array>(file, declared) }
}

/** A form that cannot be parsed or is interrupted is a refusal, not an unexpected error. */
async function* readable<Part>(
  parts: AsyncIterable<Part>,
  { refusals }: FilePart,
): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (cause) {
    throw new Refusal(refusals.interrupted, { cause })
  }
}
