import './pay-code.css'
import type { ReactNode } from 'react'
import { Row, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'

interface PayCodeProps {
  /** What the code stands for; null while it is made. */
  readonly text: string | null
  readonly label: string
  /** What the customer does with it. */
  readonly children: ReactNode
}

/** A code for the customer's phone, with what it is for below. */
export function PayCode({ text, label, children }: PayCodeProps) {
  return (
    <>
      <div className="pay-code">
        {text === null ? (
          <Row justify="center" ink={3} className="pay-code-wait">
            正在生成{label}…
          </Row>
        ) : (
          <QrCode text={text} label={label} />
        )}
      </div>
      <Text as="p" ink={2} role="status">
        {children}
      </Text>
    </>
  )
}
