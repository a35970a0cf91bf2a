// Describes an example in other words, or removes it.

import { useState } from 'react'
import type { deleteExample, editExample, OwnExample } from '#contracts/artists/examples.ts'
import { maxExampleDescriptionLength } from '#rules/artists/example-limits.ts'
import { request } from '#web/api/browser.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { editingMessages } from './editing-messages.ts'

export type EditExampleDialogProps = {
  example: OwnExample
  onClose: () => void
  /** Called when the change is stored. */
  onSaved: () => Promise<void>
}

export default function EditExampleDialog({ example, onClose, onSaved }: EditExampleDialogProps) {
  const { id, description } = example
  const [isRemoving, setIsRemoving] = useState(false)
  const form = useForm<typeof editExample>({
    contract: async () => (await import('#contracts/artists/examples.ts')).editExample,
    constants: { id },
    initial: { description },
    send: (fields) => request<typeof editExample>('PATCH /api/artist/examples/{id}', fields),
    async onDone() {
      toast.success(editingMessages.exampleSaved)
      await onSaved()
    },
  })
  const remove = async () => {
    setIsRemoving(true)
    const result = await request<typeof deleteExample>('DELETE /api/artist/examples/{id}', { id })
    setIsRemoving(false)
    if (!result.ok) return toast.error(result.message)
    toast.success(editingMessages.exampleRemoved)
    await onSaved()
  }
  return (
    <FormDialog
      title="Edit Example"
      form={form}
      submit="Save changes"
      submitting="Saving…"
      aside={
        <Button variant="danger" isLoading={isRemoving} onClick={() => void remove()}>
          Remove
        </Button>
      }
      onClose={onClose}
    >
      <TextField
        {...form.fields.required('description')}
        label="What it shows"
        maxLength={maxExampleDescriptionLength}
        showCount
      />
    </FormDialog>
  )
}
