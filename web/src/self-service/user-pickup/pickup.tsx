import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { awaitsCheck, isPassed, isRejected, selfSlots } from '@cheyi/domain/self-service/visit'
import { formatClock, formatDateTime } from '@cheyi/domain/time'
import { useEffect } from 'react'
import { agreementScreens } from '../../agreement/screens.ts'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { go } from '../../kernel/page/router.ts'
import { Page } from '../../page/page.tsx'
import { Button, MainButton } from '../../ui/button.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { StepEntry, StepList } from '../../ui/frame/step-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { MarksPart } from '../parts/marks-part.tsx'
import { MoneyStep } from '../parts/money-step.tsx'
import { PhotosStep } from '../parts/photos-step.tsx'
import { ReadingsStep } from '../parts/readings-step.tsx'
import { RulesStep } from '../parts/rules-step.tsx'
import type { SelfStep, SelfTask } from '../parts/task.ts'
import { useGuestUploads } from '../parts/use-guest.ts'

const type = handoverType.pickup

interface PickupProps {
  readonly t: string
  readonly task: SelfTask
  readonly reload: () => void
}

/** The way to the car: rules, photos, readings, money, paper, in any order; handed in once all of it is there. */
export function Pickup({ t, task, reload }: PickupProps) {
  const save = useWrite(calls.selfService.save, { onDone: reload })
  const drop = useWrite(calls.selfService.dropPhoto, { onDone: reload })
  const paper = useWrite(calls.selfService.paper)
  const submit = useWrite(calls.selfService.submitPickup, { onDone: reload })
  const uploads = useGuestUploads(t, type, task.orderId, reload)
  useForgetSent(task, uploads)
  const missing = (step: SelfStep) => task.gaps.some((gap) => gap.step === step)
  const first = order.find(missing)
  const stateOf = (step: SelfStep) => (!missing(step) ? 'done' : step === first ? 'now' : 'todo')
  const waiting = awaitsCheck(task.status)
  const passed = isPassed(task.status)
  async function sign() {
    const answer = await paper.run({ t, type })
    if (answer && answer.t !== '') go(agreementScreens.sign, { t: answer.t, self: t })
  }
  async function handIn() {
    if (await submit.run({ t })) feedback.toast('已提交，请稍候')
  }
  const [gap] = task.gaps
  const reason = uploads.unsent > 0 ? '照片还在上传，请稍候' : gap?.text
  return (
    <Page
      onBack={null}
      right={
        task.storePhone !== '' && (
          <a className="button button-text button-m" href={`tel:${task.storePhone}`}>
            <Icon name="phone" size={16} />
            门店
          </a>
        )
      }
      footer={
        !waiting &&
        !passed && (
          <ActionBar>
            <MainButton loading={submit.pending} reason={reason} onClick={() => void handIn()}>
              {isRejected(task.status) ? '重新提交验车' : '提交验车'}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Head task={task} />
      {passed && <Passed task={task} />}
      {waiting && (
        <Card pad>
          <Stack gap={8} align="center" text="center" pad={[12, 0]}>
            <Icon name="clock" />
            <Text as="h2" size="l" role="status">
              等待门店验车
            </Text>
            <Note num>
              {formatClock(task.handedInAt ?? 0)} 已提交，门店正在核对照片，此页会自动更新；请留在车旁，不要开动车辆
            </Note>
          </Stack>
        </Card>
      )}
      {!waiting && !passed && (
        <Card>
          <StepList>
            <StepEntry
              number={1}
              title="费用与约定"
              note="价格、押金与用车约定，签约前请先阅读"
              state={stateOf('rules')}
            >
              <RulesStep task={task} onAgree={(agreed) => void save.run({ t, type, agreed })} />
            </StepEntry>
            <StepEntry
              number={2}
              title="拍摄车况"
              note={`绕车一圈，拍 ${selfSlots.length} 张照片${task.toTake.length > 0 ? `，还差 ${task.toTake.length} 张` : ''}`}
              state={stateOf('photos')}
            >
              <PhotosStep task={task} uploads={uploads} onDrop={(mediaId) => void drop.run({ t, type, mediaId })} />
              <MarksPart
                task={task}
                uploads={uploads}
                onChange={(damageMarks) => void save.run({ t, type, damageMarks })}
              />
            </StepEntry>
            <StepEntry number={3} title="里程与油电" note="照仪表盘填写" state={stateOf('readings')}>
              <ReadingsStep
                fuelKind={task.fuelKind}
                now={task}
                last={task.last}
                onChange={(change) => void save.run({ t, type, ...change })}
              />
            </StepEntry>
            <StepEntry
              number={4}
              title="付款与押金"
              note={task.money.length === 0 ? '已付清' : '在线支付租金，办理押金'}
              state={stateOf('money')}
            >
              {task.money.length > 0 && <MoneyStep t={t} task={task} />}
            </StepEntry>
            <StepEntry
              number={5}
              title="签署合同"
              note={task.paper === 'signed' ? '已签署' : '电子签约，约 1 分钟；拍完照片、填好里程后可签'}
              state={stateOf('paper')}
            >
              {task.paper !== 'signed' && (
                <Row top={8}>
                  <Button
                    variant="tint"
                    loading={paper.pending}
                    reason={missing('photos') || missing('readings') ? '请先拍完照片、填好里程与油电' : undefined}
                    onClick={() => void sign()}
                  >
                    去签署
                  </Button>
                </Row>
              )}
            </StepEntry>
          </StepList>
        </Card>
      )}
      {task.papers.map((text) => (
        <Notice key={text}>{text}，请联系门店处理后再取车</Notice>
      ))}
    </Page>
  )
}

const order: readonly SelfStep[] = ['rules', 'photos', 'readings', 'money', 'paper']

/** What the record has needs no place on this phone. */
function useForgetSent(task: SelfTask, uploads: ReturnType<typeof useGuestUploads>): void {
  const { items, remove } = uploads
  useEffect(() => {
    const arrived = new Set(task.photos.map(({ media }) => media.mediaId))
    const marked = new Set(task.marks.flatMap(({ photos }) => photos.map(({ mediaId }) => mediaId)))
    for (const { id, media, slot } of items)
      if (media !== null && (slot.startsWith('mark') ? marked : arrived).has(media.mediaId)) remove(id)
  }, [task.photos, task.marks, items, remove])
}

function Head({ task }: { readonly task: SelfTask }) {
  return (
    <Card>
      <Row gap={12} pad={16} justify="between" fill="tint">
        <Stack gap={8}>
          <Text as="h2" size="l">
            {task.modelName}
          </Text>
          <Plate plate={task.plate} size="l" />
        </Stack>
        <CarSilhouette carType={0} size="m" />
      </Row>
      <Stack gap={8} pad={[12, 16]}>
        <Row gap={8} size="s">
          <Icon name="pin" size={16} />
          <span>
            {task.storeName} {task.storeAddress}
          </span>
        </Row>
        <Row gap={8} size="s" num>
          <Icon name="clock" size={16} />
          <span>
            {formatDateTime(task.pickupAt)} ~ {formatDateTime(task.returnAt)}
          </span>
        </Row>
      </Stack>
    </Card>
  )
}

/** The car is theirs: where it and its keys are. */
function Passed({ task }: { readonly task: SelfTask }) {
  return (
    <>
      <Notice tone="success">门店已通过验车，可以取车，祝您一路平安</Notice>
      <Card pad title="取车说明">
        <Stack gap={8}>
          <Row gap={8} align="start">
            <Icon name="key" size={16} />
            <span>{task.keyNote || '请联系门店领取钥匙'}</span>
          </Row>
          {task.parkingNote && (
            <Row gap={8} align="start">
              <Icon name="pin" size={16} />
              <span>{task.parkingNote}</span>
            </Row>
          )}
          <Note num>
            请于 {formatDateTime(task.returnAt)} 前还车，订单号 {task.orderNo}
          </Note>
        </Stack>
      </Card>
    </>
  )
}
