import { useId } from 'react'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Box, Note } from '../../ui/layout.tsx'

interface ConsentBoxProps {
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
  readonly error?: string
  readonly top?: 12
  /** What the customer agrees to. */
  readonly children: string
}

/** That the customer agreed to something, asked once and ticked by whoever asked. */
export function ConsentBox({ checked, onChange, error, top, children }: ConsentBoxProps) {
  const id = useId()
  return (
    <Box size="s" top={top} data-field-error={error ? true : undefined}>
      <Checkbox
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      >
        {children}
      </Checkbox>
      {error && (
        <Note top={4} ink="danger" id={id} role="alert">
          {error}
        </Note>
      )}
    </Box>
  )
}
