// The files that go with the evidence against a bank dispute. It works without a script: a file is sent by a plain form, after
// which the server shows this page again.

import { Form } from 'react-router'
import type { BankDisputeRecord } from '#contracts/admin/bank-disputes.ts'
import type { attachEvidenceFile, EvidenceFile } from '#contracts/admin/evidence-files.ts'
import {
  evidenceFileAccept,
  evidenceFileFieldNames,
  evidenceFileFields,
  evidenceFileFormats,
  evidenceFilesUrl,
  evidenceKeptDays,
  maxEvidenceMegabytes,
  maxEvidencePages,
} from '#rules/payments/evidence-files.ts'
import type { Refused } from '#web/api/result.ts'
import { SelectField, TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FieldOfCode, type FormTexts } from '#web/forms/form-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { documentSize } from '#web/ui/document-size.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

/** The names of the buttons that do not send the evidence. */
export const makeField = 'make'
export const removeField = 'remove'

type FilesProps = { dispute: BankDisputeRecord }

type EditorProps = FilesProps & Pick<AttachProps, 'refused' | 'typed'>

export function EvidenceFilesEditor({ dispute: { id, files }, ...form }: EditorProps) {
  const missing = missingKinds(files)
  return (
    <section aria-labelledby="files-title" className="stack-lg">
      <h2 id="files-title">Files for the bank</h2>
      <p className="admin-words">
        The bank takes one file of each kind, as {evidenceFileFormats}, up to {maxEvidenceMegabytes}{' '}
        MB and {maxEvidencePages} pages together. Open each file before you send the evidence, and
        do this before you edit the texts below: every change of the files loads them anew.
      </p>
      {files.length > 0 && <FilesTable files={files} isChangeable />}
      {missing.some((name) => name !== 'other') && (
        <Form method="post">
          <Button type="submit" variant="ghost" name={makeField} value="1">
            Make documents of what we know
          </Button>
        </Form>
      )}
      {missing.length > 0 && (
        <div className="page-column">
          <AttachForm disputeId={id} missing={missing} {...form} />
        </div>
      )}
    </section>
  )
}

/** Of which the bank has no file yet. */
function missingKinds(files: readonly EvidenceFile[]): EvidenceFile['field'][] {
  return evidenceFileFieldNames.filter((name) => files.every(({ field }) => field !== name))
}

/** The form is shown. */
export function canAttach({ isAnswerable, files }: BankDisputeRecord): boolean {
  return isAnswerable && missingKinds(files).length > 0
}

export const attachFieldOfCode: FieldOfCode<typeof attachEvidenceFile> = {
  evidence_file_missing: 'file',
  evidence_file_not_accepted: 'file',
  evidence_files_too_large: 'file',
  evidence_file_exists: 'field',
  upload_interrupted: 'file',
}

type AttachProps = {
  disputeId: string
  missing: readonly EvidenceFile['field'][]
  refused: Refused | null
  typed: FormTexts
}

/** The browser sends it by itself: a script would have to read the file first. */
function AttachForm({ disputeId, missing, refused, typed }: AttachProps) {
  const fields = formFields<typeof attachEvidenceFile>(refused, typed)
  return (
    <form
      method="post"
      action={evidenceFilesUrl(disputeId)}
      encType="multipart/form-data"
      className="panel panel-stack"
    >
      <FormBody
        form={{ refused, isPending: false }}
        submit="Attach the file"
        submitting="Attaching…"
        button={{ variant: 'ghost' }}
      >
        {/* Before the file: the server reads the form in its order. */}
        <SelectField
          {...fields.required('field')}
          label="What the file shows"
          options={missing.map((value) => ({ value, label: evidenceFileFields[value].label }))}
        />
        <TextField
          {...fields.file('file')}
          type="file"
          label="Your own file"
          accept={evidenceFileAccept.join()}
        />
      </FormBody>
    </form>
  )
}

export function SentFiles({ dispute: { files } }: FilesProps) {
  if (files.length === 0) return null
  return (
    <section aria-labelledby="sent-files-title" className="stack-lg">
      <h2 id="sent-files-title">The files</h2>
      <p>Our copies are deleted {evidenceKeptDays} days after the bank has decided.</p>
      <FilesTable files={files} />
    </section>
  )
}

const columns = ['File', 'Shows', 'Size', 'Added'] as const

function FilesTable({
  files,
  isChangeable = false,
}: {
  files: readonly EvidenceFile[]
  isChangeable?: boolean
}) {
  const shown = isChangeable ? ([...columns, 'Remove'] as const) : columns
  return (
    <AdminTable caption="Files for the bank" columns={shown}>
      {files.map((file) => (
        <tr key={file.id}>
          <Cell label="File">
            <FileLink file={file} />
          </Cell>
          <Cell label="Shows">{evidenceFileFields[file.field].label}</Cell>
          <Cell label="Size">
            <span className="admin-whole">{documentSize(file.bytes)}</span>
          </Cell>
          <Cell label="Added">
            <DateTimeText iso={file.addedAt} />
            <small>{file.isMade ? 'Made of what we know' : 'Sent by an admin'}</small>
          </Cell>
          {isChangeable && (
            <Cell label="Remove">
              <Form method="post">
                <Button
                  type="submit"
                  variant="ghost"
                  name={removeField}
                  value={file.id}
                  aria-label={`Remove ${file.name}`}
                >
                  Remove
                </Button>
              </Form>
            </Cell>
          )}
        </tr>
      ))}
    </AdminTable>
  )
}

function FileLink({ file: { name, url } }: { file: EvidenceFile }) {
  if (url === null) {
    return (
      <>
        <bdi>{name}</bdi> <small>Our copy is deleted.</small>
      </>
    )
  }
  return (
    <a href={url} download>
      <bdi>{name}</bdi>
    </a>
  )
}
