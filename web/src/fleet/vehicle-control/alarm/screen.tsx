import '../detail/detail.css'
import { alarmSteps } from '@cheyi/domain/fleet/vehicle-control/alarm'
import { alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { type Ask, ask, calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Answer, page, refresh, useAnswers } from '../../../page/page.tsx'
import { StoreMap } from '../../../platform/store/parts/map/map.tsx'
import { insuranceScreens } from '../../../rental/insurance/screens.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, Card, Cell, MainButton, Note, Row } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { type AlarmDetail, factsText, levelMark, stateMark } from '../parts/alarm-words.ts'
import { nearText } from '../parts/car-words.ts'
import { OrderCard } from '../parts/order-card.tsx'
import { vehicleControlScreens } from '../screens.ts'

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

const TrackMap = later(() => import('../detail/track-map.tsx'))

/** Where the car was when the alarm began, and how it drove around that moment. The track is loaded on request, because each look is logged. */
function AroundCard({ alarm }: { readonly alarm: AlarmDetail }) {
  const { alarmId, lat, lng, startAt, trackGone } = alarm
  const may = useMay('vehicleControl.track')
  const now = useNow()
  const [mapless, setMapless] = useState(false)
  const [looks, setLooks] = useState(false)
  const track = useRead(calls.vehicleControl.alarmTrack, { alarmId }, { enabled: looks })
  if (lat === null || lng === null)
    return (
      <Card pad title="位置">
        <Note>报警时设备没有定位</Note>
      </Card>
    )
  const place = { lat, lng }
  return (
    <Card aria-label="位置">
      {!mapless && (
        <div className="car-map car-map-top">
          {looks ? (
            <Answer of={track}>
              {({ points }) =>
                points.length === 0 ? (
                  <Box pad={16}>
                    <Note>前后 15 分钟没有其他定位</Note>
                  </Box>
                ) : (
                  <TrackMap
                    track={{ points, stops: [], km: 0, movingMs: 0, fastest: 0, fixes: points.length }}
                    place={place}
                    onFail={() => setMapless(true)}
                  />
                )
              }
            </Answer>
          ) : (
            <StoreMap cityCode="" place={place} placeName="报警位置" others={[]} onFail={() => setMapless(true)} />
          )}
        </div>
      )}
      <Box pad={[12, 16]}>
        <Row gap={12} justify="between">
          <Note num>
            {formatMoment(startAt, now)} 位置 {lat.toFixed(5)}, {lng.toFixed(5)}
          </Note>
          {may && !looks && !trackGone && (
            <Button size="s" className="keep" onClick={() => setLooks(true)}>
              前后轨迹
            </Button>
          )}
        </Row>
        {may && !looks && !trackGone && <Note as="p">查看前后 15 分钟的轨迹会记入日志</Note>}
      </Box>
    </Card>
  )
}
