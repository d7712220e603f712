import type { ComponentProps } from 'react'
import { TextInput } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/layout.tsx'

type SecretInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'suffix'> & {
  /** The typed text; null: unchanged. */
  readonly typed: string | null
  /** The stored number, masked. */
  readonly mask: string
  /** The stored number in full, after it was revealed. */
  readonly shown: string | undefined
  readonly onType: (text: string) => void
  /** Requests the full numbers; each request is recorded. */
  readonly onReveal: () => void
  readonly revealing: boolean
}

/** A personal number inside a `Field`: masked and read-only until it is revealed, then edited like any other. */
export function SecretInput({ typed, mask, shown, onType, onReveal, revealing, ...rest }: SecretInputProps) {
  const masked = typed === null && shown === undefined
  return (
    <TextInput
      {...rest}
      className="num"
      value={typed ?? shown ?? mask}
      readOnly={masked}
      onChange={(event) => onType(event.target.value)}
      suffix={
        masked && (
          <Button variant="tint" size="s" loading={revealing} onClick={onReveal}>
            显示
          </Button>
        )
      }
    />
  )
}
