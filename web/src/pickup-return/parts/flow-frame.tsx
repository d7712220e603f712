import './flow.css'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { type ReactNode, type RefCallback, type RefObject, useRef } from 'react'
import { StaleNotice } from '../../form/stale-notice.tsx'
import { feedback } from '../../kernel/call/feedback.ts'
import { go } from '../../kernel/page/router.ts'
import { Page } from '../../page/frame.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { Grow, Row } from '../../ui/layout.tsx'
import { CardMore } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { CardBar } from './card/card-bar.tsx'
import { cardsOf } from './card/cards.ts'
import { lateness, minutesBetween } from './compare-words.ts'
import type { StepProps } from './flow.ts'
import type { Block } from './handover.ts'
import { progressOf, shownSteps } from './step/step-states.ts'

interface FlowFrameProps extends StepProps {
  /** What is missing, where the money is known; else as the flow itself knows. */
  readonly gaps?: readonly Block[]
  readonly footer: ReactNode
  /** For the element that holds the fields. */
  readonly frame?: RefCallback<HTMLElement>
  readonly scroller?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** The page around the cards: their bar, car and customer, what concerns all of them, and the button at the foot. */
export function FlowFrame({ flow, gaps = flow.gaps, footer, frame, scroller, children }: FlowFrameProps) {
  const own = useRef<HTMLDivElement>(null)
  async function keepDraft() {
    if ((await flow.save()) === 'saved') feedback.toast('草稿已保存')
  }
  function leave() {
    if (flow.unsaved && flow.online) void flow.save()
    flow.steps.back()
  }
  return (
    <Page
      narrow
      scroller={scroller ?? own}
      onBack={leave}
      right={
        <NavAction disabled={flow.saving} onClick={keepDraft}>
          存草稿
        </NavAction>
      }
      head={<CardBar flow={flow} cards={cardsOf(flow.task.type)} gaps={gaps} />}
      footer={footer}
    >
      <Strip flow={flow} />
      <ConflictNotice flow={flow} />
      <div ref={frame} className="handover-content">
        {children}
      </div>
    </Page>
  )
}

/** The car, the customer, how late it is, and how far the flow is. */
function Strip({ flow }: StepProps) {
  const { task, record, blocks, filled, now } = flow
  const { orderId, modelName, contactName, returnAt } = task.order
  const late = task.type === handoverType.return ? minutesBetween(returnAt, filled.at ?? now) : 0
  const { done, all } = progressOf(shownSteps(task, record, blocks))
  return (
    <Row gap={12} pad={[0, 4]} num>
      <Plate plate={task.vehicle?.plate} />
      {/* Beside the tag there is room for the name only. */}
      <Grow as="span" note cut>
        {late > 0 ? contactName : `${modelName} · ${contactName}`}
      </Grow>
      {late > 0 && <Tag tone="danger">超时 {lateness(late).text.slice(1)}</Tag>}
      <CardMore
        aria-label={`步骤 ${done}/${all}，打开任务管理`}
        onClick={() => go(pickupReturnScreens.taskManage, { orderId, type: task.type })}
      >
        步骤 {done}/{all}
      </CardMore>
    </Row>
  )
}

/** Somebody else saved meanwhile: who, and what became different. */
function ConflictNotice({ flow }: StepProps) {
  const { conflict } = flow
  if (conflict === null) return null
  const changes = [conflict.by, ...conflict.changes].filter(Boolean)
  return <StaleNotice staleness={{ state: 'ready', changes, take: flow.takeTheirs, clear: flow.closeConflict }} />
}
