import './field.css'
import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import './input.css'
import { IconButton, Text } from '../layout.tsx'

/** Attributes that a control takes from the surrounding field; empty outside a field. */
type FieldLink = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

const FieldContext = createContext<FieldLink>({})

/** The id and aria attributes a control inside a `Field` spreads on its element. */
export const useFieldLink = (): FieldLink => use(FieldContext)

export type FieldProps = {
  label: ReactNode
  /** Message below the control in the danger colour; the control is marked invalid. */
  error?: string
  /** Help below the control while there is no error. */
  hint?: ReactNode
  /** Shows 选填 after the label. Required is the default and has no mark. */
  optional?: boolean
  /** After the control, on the same line: a tag, a scan button. */
  extra?: ReactNode
  /** The control is a group (chips, segments, switches) named by the label, not a single input. */
  group?: boolean
  /** The control is at the right of its label: a switch, a stepper. */
  inline?: boolean
  children: ReactNode
  className?: string
}

/** A label, one control below it, and its error, connected for screen readers. */
export function Field(props: FieldProps) {
  const { label, error, hint, optional, extra, group, inline, children, className } = props
  const id = useId()
  const message = error ?? hint
  const link: FieldLink = {
    id,
    'aria-describedby': cx(optional && `${id}-optional`, message !== undefined && `${id}-message`) || undefined,
    'aria-invalid': error ? true : undefined,
  }
  const Label = group ? 'span' : 'label'
  const Control = group ? 'fieldset' : 'div'
  return (
    <div className={cx('field', inline && 'field-inline', className)} data-field-error={error && true}>
      <div className="field-label">
        <Label {...(group ? { id: `${id}-label` } : { htmlFor: id })}>{label}</Label>
        {optional && (
          <small className="field-optional" id={`${id}-optional`}>
            {say('选填')}
          </small>
        )}
      </div>
      <div className="field-line">
        <Control
          className="field-control"
          {...(group && { 'aria-labelledby': `${id}-label`, 'aria-describedby': link['aria-describedby'] })}
        >
          <FieldContext value={group ? {} : link}>{children}</FieldContext>
        </Control>
        {extra}
      </div>
      {message && (
        <p id={`${id}-message`} className={error ? 'note ink-danger field-error' : 'note field-hint'}>
          {message}
        </p>
      )}
    </div>
  )
}

export type TextInputProps = ComponentProps<'input'> & {
  /** `box` with an outline, `fill` 52 high and grey for login. */
  look?: 'box' | 'fill'
  /** Before the text: +86, ¥. */
  prefix?: ReactNode
  /** After the text: km, an eye button. */
  suffix?: ReactNode
  /** Shows a cross while there is text; called after a tap, to clear the parent's value. */
  onClear?: () => void
}

/** A native input; takes all its props, so `{...register('name')}` works. At least 15 px, so that phones do not zoom in. */
export function TextInput({ look = 'box', prefix, suffix, onClear, className, ...rest }: TextInputProps) {
  const link = useFieldLink()
  return (
    <span className={cx('input', `input-${look}`, className)}>
      {prefix && <span className="input-side">{prefix}</span>}
      <input type="text" autoComplete="off" {...link} {...rest} className="input-text" />
      {onClear && <IconButton className="clear" name="close" label={say('清除')} size={16} onClick={onClear} />}
      {suffix && <span className="input-side">{suffix}</span>}
    </span>
  )
}

export type TextAreaProps = ComponentProps<'textarea'> & {
  /** Shown as 12/200; also limits the input. */
  maxLength?: number
}

/** Several lines; grows with its text in browsers that support it. */
export function TextArea({ maxLength, className, onInput, ...rest }: TextAreaProps) {
  const link = useFieldLink()
  const [length, setLength] = useState(() => String(rest.value ?? rest.defaultValue ?? '').length)
  const shown = typeof rest.value === 'string' ? rest.value.length : length
  return (
    <span className={cx('text-area', className)}>
      <textarea
        rows={3}
        {...link}
        {...rest}
        maxLength={maxLength}
        className="text-area-text"
        onInput={(event) => {
          setLength(event.currentTarget.value.length)
          onInput?.(event)
        }}
      />
      {maxLength !== undefined && (
        <Text ink={3} size="xs" text="right" block num aria-hidden="true">
          {shown}/{maxLength}
        </Text>
      )}
    </span>
  )
}
