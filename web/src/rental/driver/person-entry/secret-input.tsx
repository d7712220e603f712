import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/field/input.tsx'

type SecretInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'suffix'> & {
  /** What is typed; null: as stored. */
  readonly typed: string | null
  /** The stored number as anybody sees it. */
  readonly mask: string
  /** The stored number in full, once it was asked for. */
  readonly shown: string | undefined
  readonly onType: (text: string) => void
  /** Asks for the full numbers; the asking is recorded. */
  readonly onReveal: () => void
  readonly revealing: boolean
}

/** A personal number inside a `Field`: masked and closed until it is shown, then typed like any other. */
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
