import './flow.css'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP } from '@cheyi/domain/rental/pickup-return/steps'
import type { ReactNode } from 'react'
import { CarOutNotice } from '../../../booking/order/parts/car-out-notice.tsx'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { feedback } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useReach, useSession } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, CardMore, Grow, MainButton, Notice, Row } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { screensOf as arrangeScreensOf } from '../../arrange/screens.ts'
import { screensOf } from '../screens.ts'
import { CardBar } from './card/card-bar.tsx'
import { allSteps, cardsOf, doneSteps, type Gap } from './card/cards.ts'
import { GapList } from './card/gap-list.tsx'
import { lateness, minutesBetween } from './compare-words.ts'
import type { StepProps } from './flow.ts'
import type { Block } from './types.ts'
import type { Confirmation } from './use-confirm.ts'

interface FlowFrameProps extends StepProps {
  /** How the flow is confirmed; undefined while the cards are loading. */
  readonly confirmation?: Confirmation
  /** Gaps to show; by default those of the confirmation, or of the flow. */
  readonly gaps?: readonly Block[]
  readonly children: ReactNode
}

/** The page around the cards: card bar, car and customer, notices for all cards, and the button at the bottom. */
export function FlowFrame({ flow, confirmation, gaps, children }: FlowFrameProps) {
  const missing = gaps ?? confirmation?.blocks ?? flow.gaps
  const saveAll = () => flow.save(doneSteps(allSteps, missing))
  async function keepDraft() {
    if ((await saveAll()) === 'saved') feedback.toast('草稿已保存')
  }
  function leave() {
    if (flow.unsaved && flow.online) void saveAll()
    flow.steps.back()
  }
  return (
    <Page
      narrow
      scroller={confirmation?.scroller}
      onBack={leave}
      right={
        <NavAction disabled={flow.saving} onClick={keepDraft}>
          存草稿
        </NavAction>
      }
      head={<CardBar flow={flow} cards={cardsOf(flow.task.type)} gaps={missing} />}
      footer={
        confirmation && (
          <ActionBar>
            <MainButton loading={confirmation.pending} onClick={() => void confirmation.run()}>
              {confirmation.label}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Strip flow={flow} gaps={missing} />
      {flow.task.carOut && <CarOut flow={flow} carOut={flow.task.carOut} />}
      {flow.task.openRenewal && <RenewalWaits renewal={flow.task.openRenewal} now={flow.now} />}
      <ConflictNotice flow={flow} />
      <div ref={confirmation?.frame} className="handover-content">
        {confirmation && <Checks flow={flow} confirmation={confirmation} />}
        {children}
      </div>
    </Page>
  )
}

/** The car, the customer, the delay, and the progress of the flow. */
function Strip({ flow, gaps }: StepProps & { readonly gaps: readonly Gap[] }) {
  const { task, filled, now } = flow
  const { orderId, orderKind, modelName, contactName, returnAt } = task.order
  const late = task.type === handoverType.return ? minutesBetween(returnAt, filled.at ?? now) : 0
  const done = doneSteps(allSteps, gaps).length
  const all = LAST_STEP - 1
  return (
    <Row gap={12} pad={[0, 4]} num>
      <Plate plate={task.vehicle?.plate} />
      {/* Only the name fits beside the tag. */}
      <Grow as="span" note cut>
        {late > 0 ? contactName : `${modelName} · ${contactName}`}
      </Grow>
      {late > 0 && <Tag tone="danger">超时 {lateness(late).text.slice(1)}</Tag>}
      <CardMore
        aria-label={`步骤 ${done}/${all}，打开任务管理`}
        onClick={() => go(screensOf(orderKind).taskManage, { orderId, type: task.type })}
      >
        步骤 {done}/{all}
      </CardMore>
    </Row>
  )
}

/** The car is still out with another customer: who has it, how to call them, and how to choose another car. */
function CarOut({ flow, carOut }: StepProps & { readonly carOut: NonNullable<StepProps['flow']['task']['carOut']> }) {
  const { orderId, orderKind } = flow.task.order
  const arrange = linkTo(useReach(), arrangeScreensOf(orderKind).arrange, { orderId })
  return (
    <>
      <CarOutNotice carOut={carOut} now={flow.now} />
      {arrange && (
        <Button variant="primary" block onClick={() => arrange.onClick()}>
          改派其他车辆
        </Button>
      )}
    </>
  )
}

/** A renewal is pending payment, but the customer returns the car instead. */
function RenewalWaits({
  renewal: { returnAt, amount, deadline },
  now,
}: {
  readonly renewal: NonNullable<StepProps['flow']['task']['openRenewal']>
  readonly now: number
}) {
  const until = deadline === null ? '' : `，付款截止 ${formatMoment(deadline, now)}`
  return (
    <Notice tone="warning">
      续租至 {formatMoment(returnAt, now)} 待付款 {formatMoney(amount)}
      {until}。确认还车后该续租取消，之后付的款会退回
    </Notice>
  )
}

/** Another person saved meanwhile: who, and what changed. */
function ConflictNotice({ flow }: StepProps) {
  const { conflict } = flow
  const me = useSession().state.user?.name
  if (conflict === null) return null
  const own = conflict.by !== '' && conflict.by === me
  const changes = [own ? '' : conflict.by, ...conflict.changes].filter(Boolean)
  return <StaleNotice staleness={{ state: 'ready', own, changes, take: flow.takeTheirs, clear: flow.closeConflict }} />
}

/** What still blocks the confirmation, each with a link to the place where it is fixed. */
function Checks({ flow, confirmation }: StepProps & { confirmation: Confirmation }) {
  const { blocks, override, tried } = confirmation
  // Gaps are listed only after the button was pressed; the override reason is requested as soon as nothing else is missing.
  if (blocks.length === 0 || !(tried || override.offered)) return null
  return (
    <GapList gaps={blocks} noteOf={({ step }) => flow.task.steps[step - 1]?.name} onPick={flow.go}>
      {override.offered && (
        <Box pad={[8, 16, 16]}>
          <Field label="放行原因" error={override.error}>
            <TextArea
              value={override.reason}
              maxLength={200}
              placeholder="填写后将由本人放行，并记入订单日志"
              onChange={(event) => override.setReason(event.target.value)}
            />
          </Field>
        </Box>
      )}
    </GapList>
  )
}
