import type { Instant } from '@cheyi/domain/time'
import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Cell, Notice } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { driversByReadiness, type Errand, loadText } from './drivers.ts'

interface DriverSheetProps extends Asks<true> {
  readonly order: OrderDetail
  readonly errand: Errand
}

/** Assigns an errand at once by a tap, or removes the assignment. */
export default function DriverSheet({ order, errand, answer }: DriverSheetProps) {
  const now = useNow()
  const { orderId } = order
  const { type, title, task } = errand
  const drivers = useRead(calls.driver.box, { storeId: errand.storeId })
  const [planAt, setPlanAt] = useState<Instant>(task?.planAt ?? errand.planAt)
  const [busy, setBusy] = useState<string>()
  const arrange = useWrite(calls.driver.arrange, {
    handles: isRefusedFor('driverBusy'),
    onFailure: (failure) => isRefusedFor('driverBusy')(failure) && setBusy(failure.message),
  })

  async function pickTime() {
    setPlanAt((await pickMoment({ title: '出发时间', at: planAt, now })) ?? planAt)
  }
  async function give(accountId: string | null, name?: string) {
    setBusy(undefined)
    const done = await arrange.run({ orderId, type, accountId, planAt })
    if (!done) return
    feedback.toast(name ? `已安排${name}` : `已取消${title}`)
    answer(true)
  }
  return (
    <OpenedSheet
      title={`选择${title}`}
      flush
      footer={
        task && (
          <Button variant="danger" size="l" block loading={arrange.pending} onClick={() => void give(null)}>
            取消安排
          </Button>
        )
      }
    >
      {busy && (
        <Box pad={[0, 16, 8]}>
          <Notice tone="danger">{busy}，请换人或调整出发时间</Notice>
        </Box>
      )}
      <Cell label="出发时间" onClick={() => void pickTime()}>
        <span className="num">{momentText(planAt)}</span>
      </Cell>
      {drivers.data &&
        driversByReadiness(drivers.data).map((driver) => (
          <Cell
            key={driver.id}
            label={driver.name}
            note={loadText(driver, now)}
            current={driver.id === task?.accountId}
            chevron={false}
            extra={
              <>
                {!driver.onDuty && <Tag>休息</Tag>}
                {driver.id === task?.accountId && <Icon name="check" label="已安排" />}
              </>
            }
            onClick={() => void give(driver.id, driver.name)}
          />
        ))}
      {drivers.data?.length === 0 && <Empty title="暂无可派人员" note="本店没有设为司机的员工" />}
      {!drivers.data && <Answer of={drivers}>{() => null}</Answer>}
    </OpenedSheet>
  )
}
