import './field.css'
import { createContext, type ReactNode, use, useId } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'

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
