import './pay-code.css'
import type { ReactNode } from 'react'
import { Row, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'

interface PayCodeProps {
  /** Content of the code; null while it is being created. */
  readonly text: string | null
  readonly label: string
  /** Instructions for the customer. */
  readonly children: ReactNode
}

/** A code for the phone of the customer, with its purpose below. */
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
