// Endpoints of notifications: the caller's own list, and which of them are emailed.

import { z } from 'zod'
import {
  notificationDays,
  notificationKindNames,
  notificationViews,
} from '#rules/notifications/notification-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'

const kindSchema = z.enum(notificationKindNames)

const notificationSchema = z.object({
  id: z.uuid(),
  kind: kindSchema,
  /** With the names and titles of today. */
  sentence: z.string(),
  /** Empty, or more about it, such as a reason. */
  addition: z.string(),
  /** The cover of the track that it is about, while the track is listed. */
  coverUrl: z.string().nullable(),
  /** The page of this site about it. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notificationSchema>

const unreadSchema = z.object({ unread: z.int() })

/** Far beyond what 90 days bring. */
const lastPage = 10_000

export const listNotifications = endpoint('GET /api/notifications', {
  by: 'user',
  summary: `The caller's notifications of the last ${notificationDays} days, newest first.`,
  input: z.object({
    page: z.preprocess(
      (value) => (value === undefined ? undefined : Number(value)),
      z.int().min(1).max(lastPage).default(1).catch(1),
    ),
    show: z.enum(notificationViews).default('all').catch('all'),
  }),
  output: pageOf({
    ...unreadSchema.shape,
    notifications: z.array(notificationSchema),
  }),
})
export type NotificationList = z.infer<(typeof listNotifications)['output']>

export const countUnreadNotifications = endpoint('GET /api/notifications/unread', {
  by: 'user',
  summary: "The number of the caller's unread notifications.",
  input: z.object({}),
  output: unreadSchema,
})

export const markNotificationRead = endpoint('POST /api/notifications/{id}/read', {
  by: 'user',
  summary: 'Marks a notification of the caller as read. Repeated, it changes nothing.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: unreadSchema,
})

export const markAllNotificationsRead = endpoint('POST /api/notifications/read', {
  by: 'user',
  summary: "Marks all of the caller's notifications as read.",
  input: z.object({}),
  output: unreadSchema,
})

const choiceSchema = z.object({
  kind: kindSchema,
  label: z.string(),
  /** Whether several are in one email: one a day, or one an hour of each thing that they are about. */
  collected: z.enum(['daily', 'hourly']).nullable(),
  emails: z.boolean(),
})
export type NotificationChoice = z.infer<typeof choiceSchema>

const choicesSchema = z.object({
  choices: z.array(choiceSchema),
  /** Nothing that is a choice is sent to another address. */
  isEmailVerified: z.boolean(),
})

export const listNotificationChoices = endpoint('GET /api/notifications/choices', {
  by: 'user',
  summary: 'Which kinds of notifications are emailed to the caller.',
  input: z.object({}),
  output: choicesSchema,
})

export const chooseNotificationEmails = endpoint('PUT /api/notifications/choices', {
  by: 'user',
  summary: 'Turns the emails of one kind of notification on or off.',
  refusals: ['email_not_a_choice'],
  input: z.object({ kind: kindSchema, emails: z.boolean() }),
  output: choicesSchema,
})

const tokenInput = z.object({ token: z.string().max(200).describe('From the link in an email.') })
const subscriptionSchema = z.object({ label: z.string() })

export const findSubscription = endpoint('GET /api/notifications/subscription', {
  by: 'anyone',
  summary: 'Which emails the link in an email would stop.',
  refusals: ['not_found'],
  input: tokenInput,
  output: subscriptionSchema,
})

export const unsubscribe = endpoint('POST /api/notifications/unsubscribe', {
  by: 'anyone',
  summary:
    'Stops the emails of one kind, without a login: the one click of RFC 8058. The body is not read.',
  inputIn: 'query',
  refusals: ['not_found'],
  input: tokenInput,
  output: subscriptionSchema,
})

export const openUnsubscribe = endpoint('GET /api/notifications/unsubscribe', {
  by: 'anyone',
  summary: 'Redirects to the page with the button that stops the emails; this changes nothing.',
  produces: 'redirect',
  input: tokenInput,
  output: z.unknown(),
})
