import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'

/** The usual places of the keys. */
const usual = ['门店还车箱', '交给门店员工', '车内手套箱']

interface KeysProps {
  readonly keyNote: string
  /** Called once the value is complete. */
  readonly onChange: (keyNote: string) => void
}

/** Where the keys are, for the person who collects the car. */
export function KeysStep({ keyNote, onChange }: KeysProps) {
  const [text, setText] = useState(keyNote)
  return (
    <Stack gap={10} top={10}>
      <Row gap={8} wrap>
        {usual.map((one) => (
          <Button
            key={one}
            size="s"
            variant={text === one ? 'tint' : 'outline'}
            onClick={() => {
              setText(one)
              onChange(one)
            }}
          >
            {one}
          </Button>
        ))}
      </Row>
      <Field label="钥匙位置" layout="stack">
        <TextInput
          look="box"
          placeholder="如 还车箱 3 号格"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text.trim() !== keyNote && onChange(text.trim())}
        />
      </Field>
    </Stack>
  )
}
