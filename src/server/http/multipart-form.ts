// Reads a multipart form as its endpoint declares it: text fields first, then one file as a stream.

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
    if (part.type === 'file') return await use(parseInput(input, fields), receivedFile(part, file))
    if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  // The response also lists the problems of the fields.
  parseInput(input, fields)
  throw new Refusal(file.refusals.missing)
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
