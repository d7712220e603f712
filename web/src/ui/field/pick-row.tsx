import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Row, Text } from '../layout.tsx'
import { Field, useFieldLink } from './field.tsx'

export type PickButtonProps = {
  /** The chosen value; empty shows the placeholder. */
  value?: ReactNode
  placeholder?: string
  /** Between the value and the chevron. */
  tags?: ReactNode
  disabled?: boolean
  onClick: () => void
}

/** A row of the form whose value is chosen in a sheet. */
export function PickRow({ label, error, ...button }: PickButtonProps & { label: string; error?: string }) {
  return (
    <Field label={label} error={error}>
      <PickButton {...button} />
    </Field>
  )
}

/** The value in a field and a chevron: a tap opens the choices. */
export function PickButton({ value, placeholder = '请选择', tags, ...button }: PickButtonProps) {
  const link = useFieldLink()
  return (
    <Row as="button" full gap={8} high={44} {...link} type="button" aria-haspopup="dialog" {...button}>
      <Text grow ink={!value ? 3 : undefined}>
        {value || placeholder}
      </Text>
      {tags}
      <Icon name="chevron-right" size={16} className="ink-3" />
    </Row>
  )
}
