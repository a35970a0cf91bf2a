// The parts of the privacy policy about emails, about how long data is kept, and about what its owner can do.

import { unusedLicenceDocumentDays } from '#rules/licences/licence-documents.ts'
import { pageRoutes, settingsPath } from '#rules/page-paths.ts'
import { notificationDays } from '#rules/notifications/notification-kinds.ts'
import { sessionDays } from '#rules/product.ts'
import { unsubmittedUploadHours } from '#rules/uploads/upload-limits.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { ContactLink } from './operator.tsx'

export function Emails() {
  return (
    <>
      <p>
        Some emails belong to what you do here, and everybody gets them: a purchase, a refund, the
        steps of a commission, changes of your account, a suspension, and decisions about your own
        tracks.
      </p>
      <p>
        Others tell you of what happens, such as a review, a sale, or a new track of an artist you
        follow. They go to addresses that you have confirmed, and not at all if you do not want
        them: choose them kind by kind in your{' '}
        <PageLink href={pageRoutes.notificationSettings}>settings</PageLink>, or use the link at the
        end of the email. There is no newsletter and no advertising. The emails contain nothing that
        tells us whether you have opened them.
      </p>
    </>
  )
}

export function HowLong() {
  const { cancelledFileDays } = useSpans()
  return (
    <ul>
      <li>Your account, and what belongs to it: until you delete it.</li>
      <li>
        Log-ins: {sessionDays} days. Counters against guessing passwords: a day or two. The network
        that you log in from: 90 days after the last time.
      </li>
      <li>Notifications: {notificationDays} days.</li>
      <li>
        Uploads that are not finished: {unsubmittedUploadHours} hours. Licence documents that no
        track uses: {unusedLicenceDocumentDays} days.
      </li>
      <li>
        Orders, receipts and payments: as long as tax law asks for, also after the account was
        deleted.
      </li>
      <li>
        An artist’s invoices for our fees, with the name of the account and its email address: as
        long as tax law asks for. If the account is deleted before its last invoice is made, we keep
        the two until then, which is on the 2nd of the next month.
      </li>
      <li>
        Recordings that were sold: as long as somebody owns them, also after their artist has left.
      </li>
      <li>
        Commissions, and what their two parties wrote and attached in the room: as long as tax law
        asks for, also after an account was deleted. The recordings of a cancelled one:{' '}
        {cancelledFileDays} days after its end.
      </li>
      <li>Reports, and what admins decided: as long as a dispute about them is possible.</li>
      <li>Messages to us and technical logs: until they are dealt with and no longer needed.</li>
    </ul>
  )
}

export function YourRights() {
  return (
    <>
      <ul>
        <li>
          <strong>A copy.</strong> Your settings have a{' '}
          <PageLink href={pageRoutes.settingsData}>download</PageLink> of everything that is stored
          about your account, as files that programs can read.
        </li>
        <li>
          <strong>Correction.</strong> Change your details in your{' '}
          <PageLink href={settingsPath}>settings</PageLink> and, as an artist, in your profile. Ask
          us if you cannot change something yourself.
        </li>
        <li>
          <strong>Deletion.</strong> You can delete your account{' '}
          <PageLink href={pageRoutes.settingsData}>there, too</PageLink>. That has to wait while
          money is on its way to or from you, a commission is open, or an upload is being prepared;
          the page lists what is open. Your name, email address, profile, cart, follows and
          notifications are then removed, and your tracks are no longer sold. Comments and reviews
          stay without your name, ratings in the averages; delete them before if you do not want
          that. What you wrote in the room of a commission stays readable to the other party. You
          lose access to the tracks you have bought, so download them first.
        </li>
        <li>
          <strong>Objection and restriction.</strong> You can ask us not to use data for a purpose
          that rests on our interest, or to keep it without using it.
        </li>
      </ul>
      <p>
        Write to us through the <ContactLink />: we answer within a month. If you are not content
        with the answer, you can complain to the Information Commissioner’s Office,{' '}
        <a href="https://ico.org.uk/make-a-complaint/" rel="noopener">
          ico.org.uk
        </a>
        .
      </p>
    </>
  )
}
