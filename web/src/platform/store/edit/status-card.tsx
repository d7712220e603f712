import { isPausedStore, type StoreStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { storeSteps } from '@cheyi/domain/platform/store/store-steps'
import { refusalMessage } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { confirm } from '../../../page/open.ts'
import { Button, Card, Row, Text } from '../../../ui/layout.tsx'
import { storeScreens } from '../screens.ts'
import type { StoreDetail } from './store-form.ts'

export default function StatusCard({ stored }: { stored: StoreDetail }) {
  const { storeId, status, version, vehicleCount, openOrderCount } = stored
  const moving = useWrite(calls.store.setStatus)
  const close = can(storeSteps, 'close', status, { vehicles: vehicleCount, orders: openOrderCount })
  async function move(to: StoreStatus, done: string) {
    if (await moving.run({ storeId, status: to, version })) feedback.toast(done)
  }
  async function pause() {
    const sure = await confirm({
      title: '暂停营业？',
      body: '已有订单照常履约，新订单不能选择本店',
      confirm: '暂停营业',
      cancel: '取消',
    })
    if (sure) await move(storeStatus.paused, '门店已暂停营业')
  }
  async function shut() {
    const sure = await confirm({
      title: '关闭门店？',
      body: '关闭后不能恢复，历史订单保留',
      confirm: '关闭门店',
      cancel: '取消',
      danger: true,
    })
    if (!sure) return
    const closed = await moving.run({ storeId, status: storeStatus.closed, version })
    if (!closed) return
    feedback.toast('门店已关闭')
    goBack(storeScreens.list.path)
  }
  return (
    <Card pad title="门店状态">
      <Text as="p" below={12} ink={2} num>
        {vehicleCount}辆车 · {openOrderCount}个未完结订单
      </Text>
      <Row gap={8} align="stretch">
        {isPausedStore(status) ? (
          <Button size="s" loading={moving.pending} onClick={() => void move(storeStatus.open, '门店已恢复营业')}>
            恢复营业
          </Button>
        ) : (
          <Button size="s" loading={moving.pending} onClick={() => void pause()}>
            暂停营业
          </Button>
        )}
        <Button
          size="s"
          variant="danger"
          loading={moving.pending}
          reason={close.ok ? undefined : refusalMessage(close.key)}
          onClick={() => void shut()}
        >
          关闭门店
        </Button>
      </Row>
    </Card>
  )
}
