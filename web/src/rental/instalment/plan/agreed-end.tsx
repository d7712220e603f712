import { agreementStatuses, agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, Row } from '../../../ui/layout.tsx'

type Ended = NonNullable<OutputOf<typeof calls.instalment.list>['terminated']>

/** An agreed earlier end: its document to be signed, and its withdrawal while that is possible. */
export function AgreedEnd({
  orderId,
  mayEnd,
  ...ended
}: Ended & { readonly orderId: string; readonly mayEnd: boolean }) {
  const { on, merchantCause, reason, contractEnd, withdrawable, paper } = ended
  const maySign = useMay('order.agreement')
  const type = agreementType.end
  return (
    <>
      <Note top={8}>
        已约定 {on} 退租（{merchantCause ? '商家责任' : '客户责任'}：{reason}），费用在还车时结算
      </Note>
      {paper && (
        <Note>
          {agreementTypes.text(type)}：{agreementStatuses.text(paper.status)}
        </Note>
      )}
      <Row gap={8} top={8} justify="end" wrap>
        {withdrawable && mayEnd && (
          <Button
            size="s"
            onClick={() => void open(() => import('../parts/withdraw-sheet.tsx'), { orderId, contractEnd })}
          >
            撤销提前退租
          </Button>
        )}
        {paper && maySign && !isBinding(paper.status) && (
          <Button
            size="s"
            variant="primary"
            onClick={() => {
              const { agreementId } = paper
              void open(() => import('../../pickup-return/parts/own-paper-sheet.tsx'), { orderId, type, agreementId })
            }}
          >
            签署协议
          </Button>
        )}
      </Row>
    </>
  )
}
