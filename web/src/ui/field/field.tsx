import './field.css'
import { createContext, type ReactNode, use, useId } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'

/** Attributes that a control takes from the surrounding field; empty outside a field. */
type FieldLink = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

interface FieldAround {
  readonly link: FieldLink
  readonly optional: boolean
  readonly stacked: boolean
}

const FieldContext = createContext<FieldAround>({ link: {}, optional: false, stacked: false })

/** The id and aria attributes a control inside a `Field` spreads on its element. */
export function useFieldLink(): FieldLink {
  return use(FieldContext).link
}

/** Whether the surrounding field is optional and its label does not say so: the empty control then shows 选填. */
export function useFieldOptional(): boolean {
  return use(FieldContext).optional
}

/** Whether the label is above: the control then has its own outline. */
export function useFieldStacked(): boolean {
  return use(FieldContext).stacked
}

export type FieldProps = {
  label: ReactNode
  /** Message below the control in the danger colour; the control is marked invalid. */
  error?: string
  /** Help below the control while there is no error. */
  hint?: ReactNode
  /** Shows 选填: after the label, or in the empty control of a `row`. Required is the default and has no mark. */
  optional?: boolean
  /** `row`: label at the left, 84 wide, in a card. `stack`: label above. */
  layout?: 'row' | 'stack'
  /** After the control, on the same line: a tag, a scan button. */
  extra?: ReactNode
  /** The control is a group (chips, segments, switches) named by the label, not a single input. */
  group?: boolean
  children: ReactNode
  className?: string
}

/** A label, one control and its error, connected for screen readers. */
export function Field(props: FieldProps) {
  const { label, error, hint, optional, layout = 'row', extra, group, children, className } = props
  const id = useId()
  const message = error ?? hint
  const link: FieldLink = {
    id,
    'aria-describedby': message ? `${id}-message` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const stacked = layout === 'stack'
  const control = (
    <FieldContext value={{ link: group ? {} : link, optional: optional === true && !stacked, stacked }}>
      {children}
    </FieldContext>
  )
  const name = (
    <>
      {label}
      {optional && stacked && <small className="field-optional">{say('选填')}</small>}
    </>
  )
  return (
    <div className={cx('field', `field-${layout}`, error && 'field-wrong', className)} data-field-error={error && true}>
      <div className="field-line">
        {group ? (
          <span className="field-label" id={`${id}-label`}>
            {name}
          </span>
        ) : (
          <label className="field-label" htmlFor={id}>
            {name}
          </label>
        )}
        {group ? (
          <fieldset
            className="field-control"
            aria-labelledby={`${id}-label`}
            aria-describedby={link['aria-describedby']}
          >
            {control}
          </fieldset>
        ) : (
          <div className="field-control">{control}</div>
        )}
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
