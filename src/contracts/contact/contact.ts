// The endpoint of the contact form.

import { z } from 'zod'
import { contactBlank } from '#rules/errors/contact-errors.ts'
import {
  contactSubjects,
  maxContactMessageLength,
  maxContactNameLength,
} from '#rules/contact/contact-limits.ts'
import { oneLine, showsSomething } from '#rules/plain-text.ts'
import { emailSchema } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'

export const sendContactMessage = endpoint('POST /api/contact', {
  by: 'anyone',
  summary: 'Sends a message to the people who run the site.',
  refusals: ['too_many_messages', 'login_required'],
  input: z.object({
    name: z
      .string(contactBlank.name)
      .transform(oneLine)
      .pipe(
        z
          .string()
          .max(maxContactNameLength, `Please use at most ${maxContactNameLength} characters`)
          .refine(showsSomething, contactBlank.name),
      ),
    email: emailSchema,
    subject: z.enum(contactSubjects, contactBlank.subject),
    message: writtenText({ blank: contactBlank.message, longest: maxContactMessageLength }),
  }),
  output: z.object({ id: z.string() }),
})

/** What is known of a logged-in caller; nulls for a visitor. */
export const getContactDefaults = endpoint('GET /api/contact', {
  by: 'anyone',
  summary: 'What the contact form begins with: the name, the email and the subject of the caller.',
  input: z.object({}),
  output: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** What a suspended user most likely writes about. */
    subject: z.enum(contactSubjects).nullable(),
  }),
})
