import { calls, type OutputOf } from '../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { go } from '../../kernel/page/router.ts'
import { listPage } from '../../page/list/list-page.tsx'
import { Row } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { instalmentScreens } from '../screens.ts'

/** Companies that pay for long orders, who owes most first. */
export default listPage(instalmentScreens.companies, {
  call: calls.instalment.companies,
  noun: '付款单位',
  search: '单位名称',
  keyOf: ({ payer }) => payer,
  Row: PayerRow,
  estimate: 92,
  open: ({ payer }) => go(instalmentScreens.company, { payer }),
  empty: { note: '新建长租时填写付款单位，它的各期账单就汇总在这里' },
})

type Payer = OutputOf<typeof calls.instalment.companies>['list'][number]

function PayerRow({ item }: { item: Payer }) {
  const reach = useReach()
  const { payer, orders, running, owed, overdue, nextDueDate } = item
  const note = [`${orders} 单`, running > 0 && `${running} 单在租`, nextDueDate && `下期 ${nextDueDate} 到期`]
  return (
    <Card>
      <Cell
        className="num"
        label={payer}
        note={note.filter(Boolean).join(' · ')}
        extra={
          <Row gap={8}>
            {overdue > 0 && <Tag tone="danger">{overdue}期逾期</Tag>}
            <Money fen={owed} />
          </Row>
        }
        {...linkTo(reach, instalmentScreens.company, { payer })}
      />
    </Card>
  )
}
