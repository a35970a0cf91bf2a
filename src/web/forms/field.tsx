// Form fields. A field's id is its name, so that an error summary can link to it.

import { Eye, EyeOff } from 'lucide-react'
import { useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react'
import { ErrorText } from '#web/ui/error-text.tsx'
import { describedBy, FieldFrame, type FieldText } from './field-frame.tsx'

type Named = { name: string }
type Counted = { showCount?: boolean }

type Typed = FieldText & Named & Counted
type TextProps = Pick<
  ComponentProps<'input'>,
  'defaultValue' | 'value' | 'maxLength' | 'required'
> &
  Typed

export function TextField({ onChange, ...props }: ComponentProps<'input'> & Typed) {
  const { frame, control, count } = useTextField(props)
  return (
    <FieldFrame {...frame}>
      <input
        type="text"
        {...control}
        onChange={(event) => {
          count(event)
          onChange?.(event)
        }}
      />
    </FieldFrame>
  )
}

export function TextArea({ onChange, ...props }: ComponentProps<'textarea'> & Typed) {
  const { frame, control, count } = useTextField(props)
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={4}
        {...control}
        onChange={(event) => {
          count(event)
          onChange?.(event)
        }}
      />
    </FieldFrame>
  )
}

/** What text fields of one and of several lines share: the frame, the control's attributes and the character count. */
function useTextField<Props extends TextProps>(props: Props) {
  const { label, hint, error, showCount = false, ...control } = props
  const [typedLength, setLength] = useState(String(control.defaultValue ?? '').length)
  const length = control.value === undefined ? typedLength : String(control.value).length
  return {
    frame: {
      id: control.name,
      label,
      hint,
      error,
      isOptional: control.required === false,
      counter: showCount && <Counter length={length} limit={control.maxLength} />,
    },
    control: {
      id: control.name,
      className: 'control',
      ...describedBy(control.name, { hint, error }),
      ...control,
    },
    count: (event: ChangeEvent<{ value: string } & Element>) =>
      showCount && setLength(event.target.value.length),
  }
}

function Counter({ length, limit }: { length: number; limit: number | undefined }) {
  return (
    <p className="field-counter">
      {length}
      {limit !== undefined && ` / ${limit}`}
    </p>
  )
}

export function PasswordField(props: ComponentProps<'input'> & FieldText & Named) {
  const { label, hint, error, ...input } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame id={input.name} label={label} hint={hint} error={error} isOptional={false}>
      <div className="control-with-button">
        <input
          id={input.name}
          className="control"
          {...describedBy(input.name, { hint, error })}
          {...input}
          type={isShown ? 'text' : 'password'}
        />
        <button
          type="button"
          className="icon-button needs-script"
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </button>
      </div>
    </FieldFrame>
  )
}

export type Option = string | { value: string; label: string }

type SelectFieldProps = ComponentProps<'select'> &
  FieldText & { name: string; options: readonly Option[]; placeholder?: string }

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, options, placeholder, ...select } = props
  return (
    <FieldFrame
      id={select.name}
      label={label}
      hint={hint}
      error={error}
      isOptional={select.required === false}
    >
      <select
        id={select.name}
        className="control"
        {...describedBy(select.name, { hint, error })}
        {...select}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(asOption).map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

function asOption(option: Option) {
  return typeof option === 'string' ? { value: option, label: option } : option
}

export function CheckField(props: ComponentProps<'input'> & FieldText & { name: string }) {
  const { label, hint, error, defaultValue, ...input } = props
  return (
    <div className="field">
      <div className="check">
        <input
          id={input.name}
          type="checkbox"
          // A form's text of a box is its value if the box is checked.
          defaultChecked={defaultValue !== undefined && defaultValue === (input.value ?? 'on')}
          {...describedBy(input.name, { hint, error })}
          {...input}
        />
        <label htmlFor={input.name}>{label}</label>
      </div>
      {hint && (
        <p id={`${input.name}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${input.name}-error`}>{error}</ErrorText>}
    </div>
  )
}

type RadioCardsProps<Value extends string> = {
  legend: ReactNode
  name: string
  options: readonly { value: Value; label: ReactNode; hint: ReactNode }[]
  defaultValue?: string
  /** Where the choice is kept outside; null while there is none. */
  value?: Value | null
  onChoose?: (value: Value) => void
  error?: string
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, options, defaultValue, value: chosen, onChoose, error } = props
  return (
    <fieldset className="field" id={name} tabIndex={-1} {...describedBy(name, { error })}>
      <legend>{legend}</legend>
      <div className="radio-cards">
        {options.map(({ value, label, hint }) => (
          <label key={value} className="radio-card">
            <input
              type="radio"
              name={name}
              value={value}
              {...(chosen === undefined
                ? { defaultChecked: value === defaultValue }
                : { checked: value === chosen, onChange: () => onChoose?.(value) })}
              aria-describedby={`${name}-${value}-hint`}
              aria-labelledby={`${name}-${value}-label`}
            />
            <span>
              <b id={`${name}-${value}-label`}>{label}</b>
              <span id={`${name}-${value}-hint`} className="field-hint">
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && <ErrorText id={`${name}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}
