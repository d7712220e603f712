import './order-sheet.css'
import type { ReactNode, RefCallback } from 'react'
import { TextAreaField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'

interface ReasonSheetProps {
  readonly title: string
  readonly of: FormField<string | null>
  readonly frame: RefCallback<HTMLElement>
  /** Instead of the contract's: 拒单原因. */
  readonly label?: string
  /** The usual ones, to be tapped. */
  readonly usual: readonly string[]
  /** The button that sends the reason; `second` stands before it. */
  readonly button: Pick<ButtonProps, 'variant' | 'loading' | 'reason' | 'children' | 'onClick'>
  readonly second?: ReactNode
  /** What there is to know before. */
  readonly children: ReactNode
}

/** A sheet that asks for a reason. */
export const ReasonSheet = ({ title, of, frame, label, usual, button, second, children }: ReasonSheetProps) => (
  <OpenedSheet
    title={title}
    footer={
      <>
        {second}
        <Button {...button} size="l" block />
      </>
    }
  >
    <div ref={frame} className="order-sheet">
      {children}
      <ChipRadios
        look="wrap"
        label="常用原因"
        options={usual.map((value) => ({ value, label: value }))}
        value={of.value ?? ''}
        onChange={of.set}
      />
      <TextAreaField of={of} label={label} layout="stack" optional={false} placeholder="可补充说明" />
    </div>
  </OpenedSheet>
)
