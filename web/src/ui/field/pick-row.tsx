import './select.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Field, useFieldLink } from './field.tsx'

export type PickButtonProps = {
  /** The chosen value; empty shows the placeholder. */
  value?: ReactNode
  placeholder?: string
  /** Between the value and the icon. */
  tags?: ReactNode
  icon?: IconName
  disabled?: boolean
  onClick: () => void
}

/** A field whose value is chosen in a sheet. */
export function PickRow({ label, error, ...button }: PickButtonProps & { label: string; error?: string }) {
  return (
    <Field label={label} error={error}>
      <PickButton {...button} />
    </Field>
  )
}

/** The value of a field and an icon: a tap opens the choices. */
export function PickButton({
  value,
  placeholder = '请选择',
  tags,
  icon = 'chevron-right',
  ...button
}: PickButtonProps) {
  const link = useFieldLink()
  return (
    <button {...link} type="button" className="select num" aria-haspopup="dialog" {...button}>
      <span className={cx('select-value', !value && 'ink-3')}>{value || placeholder}</span>
      {tags}
      <Icon name={icon} size={16} />
    </button>
  )
}
