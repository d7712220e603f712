import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { useNow } from '../../../kernel/now.ts'
import { None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Card, Cell, Text } from '../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { type Bill, flowMark, flowNote, toneInks } from './bill-words.ts'

const openReceipt = (id: string) => () => void open(() => import('../../payment/parts/receipt-sheet.tsx'), { id })

/** All payment movements including deposits, the newest first. */
export function FlowsView({ orderId, flows }: Pick<Bill, 'orderId' | 'flows'>) {
  const now = useNow()
  if (flows.length === 0) return <None of="流水" />
  return (
    <Card title="收支流水">
      {flows.map((flow) => {
        const { icon, tone, amount, look, state } = flowMark(flow)
        return (
          <Cell
            key={`${flow.id} ${flow.direction}`}
            {...(flow.receipt !== null && { onClick: openReceipt(flow.receipt.id) })}
            className="num"
            lead={
              <Avatar tone={tone} size={36}>
                <Icon name={icon} size={20} />
              </Avatar>
            }
            label={
              <>
                {flow.name} {state && <Tag tone={state.tone}>{state.text}</Tag>}
              </>
            }
            note={
              <>
                {/* The vouchers of a receipt for several orders are shown in the receipt itself. */}
                {flowNote(flow, now)} {flow.receipt === null && <Vouchers orderId={orderId} ids={flow.voucherIds} />}
              </>
            }
            extra={
              <Text as={look === 'void' ? 's' : 'b'} ink={toneInks[look]}>
                {amount}
              </Text>
            }
          />
        )
      })}
    </Card>
  )
}
