import {
  isDisposed,
  isIdle,
  isInService,
  isInTurnaround,
  type Lifecycle,
  lifecycle,
} from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, type Reach, useMay, useReach } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { orderScreens } from '../../../rental/order/screens.ts'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import { MainButton } from '../../../ui/layout.tsx'
import { useDepositGaps } from '../../model/parts/deposit-gaps.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { type Line, linkOfLine } from './timeline-panel.tsx'

/** Actions on a car that the account and the state of the car allow. */
export function Actions({ vehicle }: { vehicle: VehicleDetail }) {
  const mayEdit = useMay('inventory.edit')
  const mayReturn = useMay('order.return')
  const life = useWrite(calls.inventory.setLifecycle)
  const turnaround = useWrite(calls.inventory.endTurnaround)
  const unset = useDepositGaps().some(({ modelId }) => modelId === vehicle.modelId)
  const { lifecycle: now, vehicleId } = vehicle
  const { data } = useRead(calls.inventory.timeline, { vehicleId })
  const next = nextOf(vehicle, data?.list ?? [], useReach())
  if (isDisposed(now)) return null
  const cleaning = isInTurnaround(vehicle.runState) && (mayEdit || mayReturn)
  if (!mayEdit && !cleaning && next === undefined) return null

  /** `shown`: the car at the moment the action was chosen; its version detects a concurrent change. */
  async function become(shown: VehicleDetail, to: Lifecycle) {
    if (!isInService(to) && !(await confirm(questionOf(shown, to)))) return
    const done = await life.run({ vehicleId, lifecycle: to, version: shown.version })
    if (!done) return
    const waiting = done.released.filter(({ plate }) => plate === null).length
    const moved = done.released.length - waiting
    feedback.toast(
      [
        isInService(to) ? '已上架' : isDisposed(to) ? '已处置' : '已下架',
        moved > 0 && `${moved} 个订单已改派`,
        waiting > 0 && `${waiting} 个订单待人工排车`,
        isInService(to) && unset && '该车型未设押金，取车前须设置',
      ]
        .filter(Boolean)
        .join('，'),
    )
  }
  async function clean() {
    if (await turnaround.run({ vehicleId })) feedback.toast('整备完成，车辆可租')
  }
  const inService = isInService(now)
  async function more() {
    const picked = await open(() => import('./more-sheet.tsx'), { vehicleId })
    if (picked?.verb === 'odometer') await open(() => import('./odometer-sheet.tsx'), { vehicle: picked.vehicle })
    if (picked?.verb === 'withdraw') await become(picked.vehicle, lifecycle.off)
    if (picked?.verb === 'dispose') await become(picked.vehicle, lifecycle.disposed)
  }
  return (
    <ActionBar>
      {mayEdit && (
        <ActionIcon icon="more" onClick={() => void more()}>
          更多
        </ActionIcon>
      )}
      {mayEdit && (
        <ActionIcon icon="edit" onClick={() => go(inventoryScreens.edit, { id: vehicleId })}>
          编辑
        </ActionIcon>
      )}
      {mayEdit && !inService && (
        <MainButton
          loading={life.pending}
          reason={vehicle.lacks.length > 0 ? `${vehicle.lacks.join('、')}未完善或已过期，不能上架` : undefined}
          onClick={() => void become(vehicle, lifecycle.inService)}
        >
          上架
        </MainButton>
      )}
      {cleaning && (
        <MainButton loading={turnaround.pending} onClick={() => void clean()}>
          整备完成
        </MainButton>
      )}
      {inService && !cleaning && next && <MainButton onClick={next.run}>{next.label}</MainButton>}
    </ActionBar>
  )
}

/** Whoever has the car, or takes it next, is dealt with in the order; a car that nobody has is let. */
function nextOf(
  { vehicleId, plate, modelId, storeId, runState: state, now, next }: VehicleDetail,
  lines: readonly Line[],
  reach: Reach,
) {
  const orderId = now?.orderId ?? next?.orderId
  const order = lines.find((line) => line.orderId === orderId && orderId !== undefined)
  const [label, link] = isIdle(state)
    ? ['新建订单', linkTo(reach, orderScreens.create, { vehicleId, plate, modelId, storeId })]
    : ['查看订单', order && linkOfLine(reach, order)]
  return link && { label, run: () => link.onClick() }
}

const questionOf = (vehicle: VehicleDetail, to: Lifecycle) =>
  isDisposed(to)
    ? {
        title: `处置 ${displayPlate(vehicle.plate)}？`,
        body: '处置后不可恢复，车牌可由其他车辆使用',
        confirm: '处置',
        danger: true,
      }
    : {
        title: `下架 ${displayPlate(vehicle.plate)}？`,
        body: '下架后不再出租，已预排到此车的订单将自动改派',
        confirm: '下架',
      }
