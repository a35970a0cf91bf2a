// Writing and marking as read without a script: plain forms that the page's action takes. Files need a script: a page takes
// no large forms.

import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message } from '#contracts/commissions/messages.ts'
import { maxMessageLength } from '#rules/commissions/message-limits.ts'
import { TextArea } from '#web/forms/field.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useRequestKey, useSentFields } from '../refused-form.ts'

type PlainMessageFormsProps = {
  commission: Commission
  messages: Message[]
  mayWrite: boolean
}

export function PlainMessageForms(props: PlainMessageFormsProps) {
  const { commission, messages, mayWrite } = props
  const requestKey = useRequestKey()
  const { text } = useSentFields('send_message')
  const newest = messages.findLast(({ isUnread }) => isUnread)
  const other = commission[commission.viewer === 'customer' ? 'artist' : 'customer']
  return (
    <>
      {newest && (
        <PlainForm steps={[{ step: 'read_messages', label: 'Mark as read' }]}>
          <input type="hidden" name="upTo" value={newest.id} />
        </PlainForm>
      )}
      {mayWrite && (
        <PlainForm steps={[{ step: 'send_message', label: 'Send message' }]}>
          <input type="hidden" name="requestKey" value={requestKey} />
          <TextArea
            name="text"
            required
            label={
              <>
                Your message to <bdi>{other.name}</bdi>
              </>
            }
            hint="To attach files, switch on JavaScript."
            maxLength={maxMessageLength}
            defaultValue={text}
          />
        </PlainForm>
      )}
    </>
  )
}
