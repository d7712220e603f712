import { formatMoney } from '@cheyi/domain/money'
import { payKind, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { supplementStatus, supplementStatuses } from '@cheyi/domain/money/supplement/codes'
import { isOpen, isPaid } from '@cheyi/domain/money/supplement/supplement'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm } from '../../../page/confirm.ts'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'

type Supplement = OutputOf<typeof calls.supplement.list>[number]

const tones: Readonly<Record<number, Tone>> = {
  [supplementStatus.waiting]: 'warning',
  [supplementStatus.paid]: 'success',
}

/** Earlier charges, the newest first; open ones are collected or withdrawn here. */
export const Supplements = ({ orderId, rows }: { orderId: string; rows: readonly Supplement[] }) => (
  <Card pad title="补款记录">
    {rows.length === 0 && (
      <Text as="p" ink={3}>
        暂无补款
      </Text>
    )}
    <Box divided>
      {rows.map((row) => (
        <Entry key={row.id} orderId={orderId} row={row} />
      ))}
    </Box>
  </Card>
)

function Entry({ orderId, row }: { orderId: string; row: Supplement }) {
  const { id, reasonCode, amount, remark, photos, status, at, operatorName, paidAt, due } = row
  const now = useNow()
  const mayCollect = useMay('order.payment')
  const cancel = useWrite(calls.supplement.cancel)
  const name = supplementReasons.text(reasonCode)
  const waiting = isOpen(status)
  const collect = () =>
    open(() => import('../../payment/parts/collect-sheet.tsx'), {
      orderId,
      item: { payKind: payKind.supplement, id, name: `${name}补款`, due },
    })
  const sendLink = () =>
    open(() => import('../../payment/parts/pay-link-sheet.tsx'), {
      orderId,
      payKind: payKind.supplement,
      refId: id,
      amount: due,
    })
  async function takeBack() {
    const sure = await confirm({
      title: `取消补款 ${formatMoney(amount)}？`,
      body: `「${name}」不再计入订单应收`,
      confirm: '取消补款',
      cancel: '再想想',
      danger: true,
    })
    if (sure && (await cancel.run({ id }))) feedback.toast('补款已取消')
  }
  return (
    <div className="num">
      <Row gap={8} className="money-entry-line">
        <span>{name}</span>
        <Tag tone={tones[status] ?? 'neutral'}>{supplementStatuses.text(status)}</Tag>
        <Money fen={amount} />
      </Row>
      {remark && <p>{remark}</p>}
      <Note>
        {[
          formatNear(at, now),
          operatorName,
          paidAt !== null && isPaid(status) ? `${formatNear(paidAt, now)} 收讫` : '',
          waiting && due < amount ? `待收 ${formatMoney(due)}` : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Note>
      <Photos photos={photos} noun="照片" />
      {waiting && (
        <Row gap={8} top={8} align="stretch" justify="end">
          <Button size="s" loading={cancel.pending} onClick={() => void takeBack()}>
            取消
          </Button>
          {mayCollect && due > 0 && (
            <Button size="s" onClick={() => void sendLink()}>
              付款链接
            </Button>
          )}
          {mayCollect && (
            <Button size="s" variant="primary" onClick={() => void collect()}>
              收款
            </Button>
          )}
        </Row>
      )}
    </div>
  )
}
