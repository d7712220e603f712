import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import type { DocumentSlot } from '@cheyi/domain/rental/driver/documents'
import { type HandoverType, handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { photoFaults } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { type PhotoSlot, photoSlots, readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { selfStatuses } from '@cheyi/domain/rental/self-service/codes'
import { awaitsCheck, isOpenVisit, isPassed, selfSlots } from '@cheyi/domain/rental/self-service/visit'
import { MINUTE } from '@cheyi/domain/time'
import { useState } from 'react'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { view, viewOf } from '../../../page/view.ts'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import '../../pickup-return/parts/flow.css'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, Card, Grid, Grow, MainButton, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { GapList } from '../../pickup-return/parts/card/gap-list.tsx'
import { PairPhoto } from '../../pickup-return/parts/photo/pair-photo.tsx'
import { screensOf } from '../../pickup-return/screens.ts'
import { ReadingsStep } from '../parts/readings-step.tsx'

import type { SelfCheck } from '../parts/task.ts'
import { selfServiceScreens } from '../screens.ts'
import { type PaperPage, type PaperReasons, Papers } from './papers.tsx'

/** Polling interval for the customer's progress, ms. */
const LOOK = 5000

/** A customer's self-service handover, each place beside the last inspection: accepted, or requested again. */
export default page(selfServiceScreens.merchantVerification, ({ orderId, type: kind }) => {
  const type: HandoverType = kind === handoverType.return ? handoverType.return : handoverType.pickup
  const read = ask(calls.selfService.check, { orderId, type }, { freshFor: 0, every: LOOK })
  const [check] = useAnswers(read)
  const [reasons, setReasons] = useState<Readonly<Partial<Record<PhotoSlot, string>>>>({})
  const [refused, setRefused] = useState<PaperReasons>({})
  const [readings, setReadings] = useState<{ mileageKm?: number; fuelEighths?: number; batteryPct?: number }>({})
  const isPickup = type === handoverType.pickup
  const mayPickUp = useMay('order.pickup')
  const mayReturn = useMay('order.return')
  const mayHandOver = isPickup ? mayPickUp : mayReturn
  const unlocated = check.place?.distanceM === null
  const [placeSeen, setPlaceSeen] = useState(false)
  const verify = useWrite(calls.selfService.verify, { handles: isRefusedFor('stale') })
  const takeOver = useWrite(calls.selfService.takeOver)
  const { record, status, blocking } = check
  const waits = awaitsCheck(status)
  const wanted = Object.keys(reasons).length + Object.keys(refused).length
  // Documents are checked before anything is submitted, since the contract is signed after them.
  const refuses = isOpenVisit(status) && wanted > 0

  async function decide(pass: boolean) {
    const list = Object.entries(reasons).map(([slot, text]) => ({ slot: slot as PhotoSlot, text }))
    const papers = Object.entries(refused).map(([slot, text]) => ({ slot: slot as DocumentSlot, text }))
    const input = {
      orderId,
      type,
      // When only documents are checked, there may be no record yet.
      version: Math.max(1, check.version),
      pass,
      reasons: pass ? undefined : list,
      papers: pass ? undefined : papers,
      placeSeen,
      ...readings,
    }
    const answer = await verify.run(input)
    if (answer === null) {
      if (isRefusedFor('stale')(verify.why()!)) {
        feedback.toast('客户刚补拍了照片，请重新核对', 'error')
        await refresh(read)
      }
      return
    }
    feedback.toast(pass ? (isPickup ? '已通过，车辆已交付客户' : '已通过，请办理结算') : '已驳回，客户将按提示重拍')
    setReasons({})
    setRefused({})
    if (pass && !isPickup) return settle()
    await refresh(read)
  }
  /** Money and document of a return are handled on the return page. */
  function settle() {
    go(screensOf(check.orderKind).return, { orderId, rstep: returnStep.settlement }, { replace: true })
  }
  const handover = isPickup ? screensOf(check.orderKind).pickup : screensOf(check.orderKind).return
  /** What is missing is taken or signed on the page of the handover, while the customer waits. */
  const putRight = (rstep: number) => go(handover, { orderId, rstep })
  async function passOn() {
    const body = isPickup
      ? '通过后订单变为已取车，客户会看到钥匙位置。'
      : `还车时间按客户提交的 ${momentText(check.submittedAt ?? 0)} 计，接着办理结算与还车合同。`
    if (await confirm({ title: '确认通过验车？', body, confirm: '通过' })) await decide(true)
  }
  async function take() {
    const body = '客户的链接随即失效，已拍的照片和读数保留，由门店继续办理。'
    if (!(await confirm({ title: '由门店接管？', body, confirm: '接管' }))) return
    if (await takeOver.run({ orderId, type })) go(handover, { orderId }, { replace: true })
  }
  async function togglePaper({ slot, name }: PaperPage) {
    if (refused[slot] !== undefined) {
      const { [slot]: _, ...others } = refused
      return setRefused(others)
    }
    const text = await open(() => import('./reason-sheet.tsx'), { place: name })
    if (text !== undefined) setRefused((all) => ({ ...all, [slot]: text }))
  }
  async function toggle(slot: PhotoSlot) {
    if (reasons[slot] !== undefined) {
      const { [slot]: _, ...others } = reasons
      return setReasons(others)
    }
    const text = await open(() => import('./reason-sheet.tsx'), { place: photoSlots[slot] })
    if (text !== undefined) setReasons((all) => ({ ...all, [slot]: text }))
  }
  return (
    <Page
      right={<Tag tone={waits ? 'warning' : isPassed(status) ? 'success' : 'neutral'}>{selfStatuses.text(status)}</Tag>}
      footer={
        isPassed(status) && !isPickup && isOnRent(check.orderStatus) ? (
          <ActionBar>
            {mayReturn ? (
              <MainButton onClick={settle}>去结算</MainButton>
            ) : (
              <WhoMay act="order.return" orderId={orderId} note="自助还车已验车，请结算" />
            )}
          </ActionBar>
        ) : isOpenVisit(status) ? (
          <ActionBar>
            <ActionIcon icon="people" onClick={() => void take()}>
              接管
            </ActionIcon>
            {refuses ? (
              <MainButton loading={verify.pending} onClick={() => void decide(false)}>
                驳回 {wanted} 处
              </MainButton>
            ) : waits && mayHandOver && blocking[0] !== undefined ? (
              <MainButton onClick={() => putRight(blocking[0]!.step)}>补齐 {blocking.length} 项</MainButton>
            ) : (
              waits && (
                <MainButton
                  loading={verify.pending}
                  reason={
                    !mayHandOver
                      ? `没有${handoverTypes.text(type)}权限`
                      : unlocated && !placeSeen
                        ? '客户未提供定位，请先确认车辆停放位置'
                        : undefined
                  }
                  onClick={() => void passOn()}
                >
                  通过
                </MainButton>
              )
            )}
          </ActionBar>
        ) : undefined
      }
    >
      <Card pad>
        <Row gap={12} wrap>
          <Grow>
            <Text as="h2" size="l">
              {check.modelName}
            </Text>
            <Note num>
              {check.orderNo} · {check.contactName}
            </Note>
          </Grow>
          <Plate plate={check.plate} />
        </Row>
        <Note top={8} num>
          约定{handoverTypes.text(type)} {momentText(check.at)}
        </Note>
        <Waiting check={check} />
      </Card>
      {blocking.length > 0 && waits && <GapList gaps={blocking} noteOf={() => undefined} onPick={putRight} />}
      {check.papers !== null && (
        <Papers orderId={orderId} {...check.papers} refused={refused} onToggle={(page) => void togglePaper(page)} />
      )}
      {!isPickup && record !== null && (
        <Card pad title="车与钥匙">
          <Stack gap={8}>
            <KeyValue
              rows={[
                { label: '停放位置', value: record.parkingNote || '—' },
                { label: '钥匙', value: record.keyNote || '—' },
                {
                  label: '定位',
                  value: placeWords(check),
                },
                ...(check.locked === null
                  ? []
                  : [{ label: '车门', value: check.locked ? '已锁' : '未见已锁，请核实' }]),
              ]}
            />
            {check.refusedPlace !== null && (
              <Notice tone="danger">
                {`${momentText(check.refusedPlace.at)} 定位距还车地点 ${check.refusedPlace.distanceM} 米，超出还车范围`}
              </Notice>
            )}
            {unlocated && waits && (
              <Checkbox checked={placeSeen} onChange={({ target }) => setPlaceSeen(target.checked)}>
                已按停放位置照片确认，车在约定的还车地点
              </Checkbox>
            )}
          </Stack>
        </Card>
      )}
      {record === null ? (
        <Notice>客户还没有开始拍照</Notice>
      ) : (
        <>
          <Card pad title="逐处对照">
            <Stack gap={12}>
              <Box note className="handover-pair">
                <span>上次验车{check.last.at !== null && ` ${momentText(check.last.at)}`}</span>
                <span>客户拍摄</span>
              </Box>
              {placesOf(check).map((slot) => (
                <Place
                  key={slot}
                  slot={slot}
                  check={check}
                  reason={reasons[slot]}
                  onToggle={waits ? () => void toggle(slot) : undefined}
                />
              ))}
            </Stack>
          </Card>
          <Marks check={check} />
          <Card pad title="里程与油电" extra={differences(check)}>
            <ReadingsStep
              key={record.version}
              fuelKind={check.fuelKind}
              now={record}
              last={check.last}
              onChange={(change) => setReadings({ ...readings, ...change })}
            />
          </Card>
        </>
      )}
    </Page>
  )
})

/** Required places first, then the other photographed ones. */
function placesOf({ record }: SelfCheck): PhotoSlot[] {
  const taken = record?.photos.map(({ slot }) => slot) ?? []
  return [...new Set([...selfSlots, ...taken.filter((slot) => slot !== 'extra')])]
}

const placeWords = ({ place }: SelfCheck): string =>
  place === null ? '—' : place.distanceM === null ? '客户未提供定位' : `距还车地点 ${place.distanceM} 米`

function Waiting({ check }: { readonly check: SelfCheck }) {
  const now = useNow()
  if (!awaitsCheck(check.status) || check.handedInAt === null) {
    if (check.decidedAt === null) return null
    return (
      <Note num>
        {check.decidedName} {momentText(check.decidedAt)} {selfStatuses.text(check.status)}
      </Note>
    )
  }
  const minutes = Math.max(0, Math.floor((now - check.handedInAt) / MINUTE))
  return (
    <Text as="p" top={8} ink={minutes >= 10 ? 'danger' : 'warning'} num role="status">
      客户 {momentText(check.handedInAt)} 提交，已等待 {minutes} 分钟
    </Text>
  )
}

interface PlaceProps {
  readonly slot: PhotoSlot
  readonly check: SelfCheck
  readonly reason: string | undefined
  readonly onToggle: (() => void) | undefined
}

function Place({ slot, check, reason, onToggle }: PlaceProps) {
  const name = photoSlots[slot]
  const before = check.last.photos.find((photo) => photo.slot === slot)?.media
  const { media: now, fault } = check.record?.photos.findLast((photo) => photo.slot === slot) ?? {}
  const both = [before, now].flatMap((media) => (media ? [media] : []))
  const show = (media: typeof now) =>
    view(
      both.map(viewOf(name)),
      both.findIndex((one) => one.mediaId === media?.mediaId),
    )
  return (
    <div>
      <Row gap={8} below={6}>
        <Text as="h3" size="s" weight="b" className="grow">
          {name}
        </Text>
        {fault != null && <Tag tone="warning">{photoFaults[fault]}</Tag>}
        {reason !== undefined && <Tag tone="danger">{reason}</Tag>}
        {onToggle && (
          <Button
            size="s"
            variant={reason === undefined ? 'outline' : 'tint'}
            onClick={onToggle}
            aria-label={`${name}${reason === undefined ? '驳回' : '撤销驳回'}`}
          >
            {reason === undefined ? '驳回' : '撤销驳回'}
          </Button>
        )}
      </Row>
      <div className="handover-pair">
        <PairPhoto media={before} alt={`上次${name}`} onOpen={() => show(before)} none="上次未拍" />
        <PairPhoto media={now} alt={`客户拍摄的${name}`} onOpen={() => show(now)} />
      </div>
    </div>
  )
}

/** Damage reported by the customer, and the photos without a place. */
function Marks({ check }: { readonly check: SelfCheck }) {
  const marks = check.record?.damageMarks.filter(({ isNew }) => isNew) ?? []
  const extra = check.record?.photos.filter(({ slot }) => slot === 'extra').map(({ media }) => media) ?? []
  if (marks.length === 0 && extra.length === 0) return null
  return (
    <Card pad title={`客户标记的车损 ${marks.length} 处`}>
      <Stack gap={8}>
        {marks.map(({ markId, part, kind, reason }) => (
          <Row key={markId} gap={8}>
            <Tag tone="danger">{damageKinds.text(kind)}</Tag>
            <span>
              {partName(part)}
              {reason !== '' && ` · ${reason}`}
            </span>
          </Row>
        ))}
        <Grid fit={96} gap={8}>
          {extra.map((media, index) => (
            <div key={media.mediaId}>
              <PairPhoto
                media={media}
                alt={`其他照片${index + 1}`}
                onOpen={() => view(extra.map(viewOf('其他照片')), index)}
              />
            </div>
          ))}
        </Grid>
      </Stack>
    </Card>
  )
}

/** Differences of the readings, highlighted. */
function differences({ record, last, fuelKind }: SelfCheck) {
  const km = record?.mileageKm != null && last.mileageKm !== null ? record.mileageKm - last.mileageKm : null
  const fuel =
    readsFuel(fuelKind) && record?.fuelEighths != null && last.fuelEighths !== null
      ? record.fuelEighths - last.fuelEighths
      : null
  const battery =
    readsBattery(fuelKind) && record?.batteryPct != null && last.batteryPct !== null
      ? record.batteryPct - last.batteryPct
      : null
  return (
    <Row gap={6} num>
      {km !== null && km !== 0 && <Tag tone={km < 0 ? 'danger' : 'warning'}>里程 {signed(km)} km</Tag>}
      {fuel !== null && fuel !== 0 && <Tag tone="warning">油量 {signed(fuel)}/8</Tag>}
      {battery !== null && battery !== 0 && <Tag tone="warning">电量 {signed(battery)}%</Tag>}
    </Row>
  )
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `−${-value}`)
