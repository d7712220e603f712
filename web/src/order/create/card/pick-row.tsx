import type { ReactNode } from 'react'
import { Field, useFieldLink } from '../../../ui/field/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Row, Text } from '../../../ui/layout.tsx'

export interface PickRowProps {
  readonly label: string
  /** What is chosen; nothing shows the placeholder. */
  readonly value?: ReactNode
  readonly placeholder?: string
  /** Between the value and the chevron. */
  readonly tags?: ReactNode
  readonly error?: string
  readonly onClick: () => void
}

/** A row of the form whose value is chosen on a sheet. */
export function PickRow({ label, error, ...button }: PickRowProps) {
  return (
    <Field label={label} error={error}>
      <PickButton {...button} />
    </Field>
  )
}

function PickButton({ value, placeholder = '请选择', tags, onClick }: Omit<PickRowProps, 'label'>) {
  const link = useFieldLink()
  return (
    <Row as="button" full gap={8} high={44} {...link} type="button" aria-haspopup="dialog" onClick={onClick}>
      <Text grow ink={!value ? 3 : undefined}>
        {value || placeholder}
      </Text>
      {tags}
      <Icon name="chevron-right" size={16} />
    </Row>
  )
}
