import type { ReactNode, RefCallback } from 'react'
import { TextAreaField } from '../../form/fields.tsx'
import type { FormField } from '../../form/form-field.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'

interface WordsSheetProps {
  readonly title: string
  readonly of: FormField<string | null>
  readonly frame: RefCallback<HTMLElement>
  readonly placeholder?: string
  readonly button: Pick<ButtonProps, 'variant' | 'loading' | 'children' | 'onClick'>
  /** What there is to know before. */
  readonly children?: ReactNode
}

/** A sheet that asks for a few words and does one thing with them. */
export const WordsSheet = ({ title, of, frame, placeholder, button, children }: WordsSheetProps) => (
  <OpenedSheet title={title} footer={<Button {...button} size="l" block />}>
    <Stack gap={12} ref={frame}>
      {children}
      <TextAreaField of={of} layout="stack" placeholder={placeholder} />
    </Stack>
  </OpenedSheet>
)
