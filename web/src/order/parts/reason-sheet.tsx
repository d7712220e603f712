import './order-sheet.css'
import { type ReactNode, useState } from 'react'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'

interface ReasonSheetProps {
  readonly title: string
  /** What is asked for: 拒单原因. */
  readonly label: string
  /** The usual ones, to be tapped. */
  readonly usual: readonly string[]
  /** The button that sends the reason; `second` stands before it. */
  readonly button: Pick<ButtonProps, 'variant' | 'loading' | 'reason' | 'children'>
  readonly second?: ReactNode
  readonly onSend: (reason: string) => void
  /** What there is to know before. */
  readonly children: ReactNode
}

/** A sheet that asks for a reason and does not go on without one. */
export function ReasonSheet({ title, label, usual, button, second, onSend, children }: ReasonSheetProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { frame, showFirst } = useFirstError()
  function send() {
    const text = reason.trim()
    setMissing(text === '')
    if (text !== '') onSend(text)
    else showFirst()
  }
  return (
    <OpenedSheet
      title={title}
      footer={
        <>
          {second}
          <Button {...button} size="l" block onClick={send} />
        </>
      }
    >
      <div ref={frame} className="order-sheet">
        {children}
        <ChipRadios
          look="wrap"
          label="常用原因"
          options={usual.map((value) => ({ value, label: value }))}
          value={reason}
          onChange={setReason}
        />
        <Field label={label} layout="stack" error={missing && !reason.trim() ? `请填写${label}` : undefined}>
          <TextArea
            value={reason}
            maxLength={200}
            placeholder="可补充说明"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </OpenedSheet>
  )
}
