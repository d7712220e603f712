import { type ConsentKind, consentTypeOf } from '@cheyi/domain/rental/driver/consent'
import { useId } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Binding } from '../../../platform/customer-link/parts/as-written.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Box, Note } from '../../../ui/layout.tsx'
import { say } from '../../../words/words.ts'

interface ConsentBoxProps {
  /** What the customer agrees to. */
  readonly kind: ConsentKind
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
  readonly error?: string
  readonly top?: 12
  readonly below?: 12
  /** The customer ticks the box personally, so the text addresses the customer. */
  readonly own?: true
}

/** The consent text currently in force; undefined until it is loaded. */
export const useConsentText = (kind: ConsentKind): string | undefined =>
  useRead(calls.session.legal, { type: consentTypeOf[kind] }).data?.preamble[0]?.text

/** A consent with its current text: without the visible text no consent is possible. */
export function ConsentBox({ kind, checked, onChange, error, top, below, own }: ConsentBoxProps) {
  const id = useId()
  const text = useConsentText(kind)
  return (
    <Box size="s" top={top} below={below} data-field-error={error ? true : undefined}>
      <Checkbox
        checked={checked}
        disabled={text === undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      >
        {text === undefined ? say('正在加载同意书…') : own ? <Binding text={text.replace('客户', '我')} /> : text}
      </Checkbox>
      {error && (
        <Note top={4} ink="danger" id={id} role="alert">
          {error}
        </Note>
      )}
    </Box>
  )
}
