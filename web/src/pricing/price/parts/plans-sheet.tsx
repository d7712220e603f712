import { isPlanCancelled } from '@cheyi/domain/pricing/price/change'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Button, Row, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ChangeLines, momentText } from './changes.tsx'
import { useLayers } from './layers.ts'

interface PlansSheetProps extends Asks<never> {
  readonly filter: { readonly storeId?: string; readonly modelId?: string }
}

/** Scheduled price changes; an account that may edit prices can cancel them. */
export default function PlansSheet({ filter }: PlansSheetProps) {
  const now = useNow()
  const mayEdit = useMay('price.edit')
  const { nameOf } = useLayers()
  const plans = useRead(calls.price.plans, filter).data ?? []
  const cancel = useWrite(calls.price.cancelPlan)
  async function takeOff(id: string) {
    const sure = await confirm({ title: '取消这次定时改价？', confirm: '取消改价', cancel: '保留', danger: true })
    if (!sure) return
    const done = await cancel.run({ id })
    if (done) feedback.toast(isPlanCancelled(done.status) ? '已取消' : '已经生效，不能取消')
  }
  return (
    <OpenedSheet title="待生效价格">
      {plans.length === 0 && <Empty title="没有待生效的价格" />}
      <Box as="ul" pad={[12, 0]} divided>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Row as="p" gap={[4, 8]} below={4} wrap className="change-head num">
              <b>{momentText(plan.publishAt, now)} 生效</b>
              <Text as="small" push>
                {plan.name}
              </Text>
            </Row>
            {plan.rows.map((row) => (
              <div key={`${row.storeId}/${row.modelId}/${row.source}`}>
                <Row as="p" gap={[4, 8]} below={4} wrap className="change-head num">
                  {row.modelName} · {row.storeName} <Tag>{nameOf(row.source)}</Tag>
                </Row>
                <ChangeLines lines={row.lines} />
              </div>
            ))}
            {mayEdit && (
              <Row as="p" pad={[8, 0, 0]} align="stretch" justify="end">
                <Button size="s" loading={cancel.pending} onClick={() => void takeOff(plan.id)}>
                  取消改价
                </Button>
              </Row>
            )}
          </li>
        ))}
      </Box>
    </OpenedSheet>
  )
}
