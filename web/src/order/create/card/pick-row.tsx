import type { ReactNode } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Field, useFieldLink } from '../../../ui/field/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

export interface PickRowProps {
  readonly label: string
  /** What is chosen; nothing shows the placeholder. */
  readonly value?: ReactNode
  readonly placeholder?: string
  /** Between the value and the chevron. */
  readonly tags?: ReactNode
  readonly error?: string
  readonly hint?: ReactNode
  readonly onClick: () => void
}

/** A row of the form whose value is chosen on a sheet. */
export function PickRow({ label, error, hint, ...button }: PickRowProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      <PickButton {...button} />
    </Field>
  )
}

function PickButton({ value, placeholder = '请选择', tags, onClick }: Omit<PickRowProps, 'label'>) {
  const link = useFieldLink()
  return (
    <button {...link} type="button" className="booking-pick" aria-haspopup="dialog" onClick={onClick}>
      <span className={cx('booking-pick-value', !value && 'booking-pick-none')}>{value || placeholder}</span>
      {tags}
      <Icon name="chevron-right" size={16} />
    </button>
  )
}
