// A field for one file, which can be chosen or dropped on it.

import { useState, type DragEvent, type ReactNode } from 'react'
import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { TextField } from '#web/forms/field.tsx'
import { fileSize } from '#web/ui/file-size.ts'

type FileDropProps = {
  name: string
  label: string
  hint: ReactNode
  isOptional?: boolean
  file: File | null
  problem: string | null
  onChoose: (file: File) => void
}

export function FileDrop(props: FileDropProps) {
  const { name, label, hint, isOptional = false, file, problem, onChoose } = props
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onChoose(first)
  }
  const hover = (event: DragEvent) => {
    // Without this the browser would open the file.
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={isOver ? 'file-drop file-drop-over' : 'file-drop'}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <TextField
        name={name}
        type="file"
        required={!isOptional}
        accept={audioFileTypes.join()}
        label={label}
        hint={hint}
        onChange={(event) => take(event.target.files)}
        {...(problem === null ? {} : { error: problem })}
      />
      <p className="commission-hint" role="status">
        {file === null ? (
          'You can also drop the file here.'
        ) : (
          <>
            <bdi>{file.name}</bdi>, {fileSize(file.size)}
          </>
        )}
      </p>
    </div>
  )
}
