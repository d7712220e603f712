import '../detail/detail.css'
import { alarmSteps } from '@cheyi/domain/fleet/vehicle-control/alarm'
import { alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { can } from '@cheyi/domain/step'
import { type Ask, ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { insuranceScreens } from '../../../rental/insurance/screens.ts'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { type AlarmDetail, factsText, levelMark, stateMark } from '../parts/alarm-words.ts'
import { nearText } from '../parts/car-words.ts'
import { OrderCard } from '../parts/order-card.tsx'
import { vehicleControlScreens } from '../screens.ts'
import { AroundCard } from './around-card.tsx'

/** One alarm: where the car was, who has it, and what was done about it. */
export default page(
  vehicleControlScreens.alarm,
  ({ alarmId }) => {
    const asked = ask(calls.vehicleControl.alarmDetail, { alarmId })
    const [alarm] = useAnswers(asked)
    return <AlarmPage alarm={alarm} asked={asked} />
  },
  { cards: 3, shape: 'detail' },
)

function AlarmPage({ alarm, asked }: { readonly alarm: AlarmDetail; readonly asked: Ask<AlarmDetail> }) {
  const now = useNow()
  const reach = useReach()
  const toCar = linkTo(reach, vehicleControlScreens.detail, { vehicleId: alarm.vehicleId })
  const accident = linkTo(reach, insuranceScreens.create, {
    vehicleId: alarm.vehicleId,
    at: String(alarm.startAt),
    place: alarm.near === null ? '' : nearText(alarm.near),
  })
  const facts = factsText(alarm)
  const level = levelMark(alarm.level)
  return (
    <DetailPage
      state={{ text: alarmTypes.text(alarm.type), mark: level.tone }}
      subject={<Plate plate={alarm.plate} />}
      tags={[level, stateMark(alarm.state)]}
      next={facts === '' ? null : { text: facts, late: alarm.endAt === null }}
      note={[alarm.modelName, alarm.storeName, alarm.near !== null && nearText(alarm.near)].filter(Boolean).join(' · ')}
      onRefresh={() => refresh(asked)}
      acts={<Acts alarm={alarm} />}
      thing={
        <>
          <AroundCard alarm={alarm} />
          <Card pad title="经过">
            <KeyValue
              rows={[
                { label: '开始', value: formatMoment(alarm.startAt, now) },
                { label: '结束', value: alarm.endAt === null ? '仍在持续' : formatMoment(alarm.endAt, now) },
                ...(alarm.byName === null || alarm.handledAt === null
                  ? []
                  : [{ label: '处理', value: alarm.byName, note: formatMoment(alarm.handledAt, now) }]),
                ...(alarm.note === '' ? [] : [{ label: '说明', value: alarm.note }]),
              ]}
            />
          </Card>
        </>
      }
      side={
        <>
          {alarm.order === null ? <None of="用车客户" /> : <OrderCard title="用车客户" order={alarm.order} now={now} />}
          <Card>
            <Cell
              label={`车控 ${displayPlate(alarm.plate)}`}
              note="位置、指令"
              onClick={toCar && (() => toCar.onClick())}
            />
            {accident && <Cell label="登记出险" note="碰撞、事故，向保险公司理赔" onClick={() => accident.onClick()} />}
          </Card>
        </>
      }
    />
  )
}

function Acts({ alarm }: { readonly alarm: AlarmDetail }) {
  const may = useMay('vehicleControl')
  const calling = useWrite(calls.vehicleControl.alarmHandle)
  const { alarmId, version, state } = alarm
  if (!may || !can(alarmSteps, 'handle', state).ok) return null
  const takes = can(alarmSteps, 'take', state).ok
  async function take() {
    if (await calling.run({ alarmId, version, act: takes ? 'take' : 'release', note: '' }))
      feedback.toast(takes ? '已开始处理' : '已放回待处理')
  }
  const close = (act: 'handle' | 'dismiss') => void open(() => import('./close-sheet.tsx'), { alarm, act })
  return (
    <ActionBar>
      <Button size="l" loading={calling.pending} onClick={() => void take()}>
        {takes ? '开始处理' : '放回'}
      </Button>
      <Button size="l" onClick={() => close('dismiss')}>
        误报
      </Button>
      <MainButton onClick={() => close('handle')}>处理完成</MainButton>
    </ActionBar>
  )
}
