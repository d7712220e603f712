import './flow.css'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { type ReactNode, type RefCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { StaleNotice } from '../../form/stale-notice.tsx'
import { feedback } from '../../kernel/call/feedback.ts'
import { go } from '../../kernel/page/router.ts'
import { Page } from '../../page/frame.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { Steps } from '../../ui/frame/steps.tsx'
import { CardMore } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { lateness, minutesBetween } from './compare-words.ts'
import type { StepProps } from './flow.ts'
import { progressOf, shownSteps } from './step/step-states.ts'

interface FlowFrameProps extends StepProps {
  readonly footer: ReactNode
  /** For the element that holds the fields. */
  readonly frame?: RefCallback<HTMLElement>
  readonly children: ReactNode
}

/** The page around a step: step bar, car and customer, what concerns all steps, and the bar at the foot. */
export function FlowFrame({ flow, footer, frame, children }: FlowFrameProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { step } = flow.steps
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [step])

  async function keepDraft() {
    if ((await flow.save()) === 'saved') feedback.toast('草稿已保存')
  }
  return (
    <Page
      narrow
      scroller={scroller}
      onBack={flow.steps.back}
      right={
        <NavAction disabled={flow.saving} onClick={keepDraft}>
          存草稿
        </NavAction>
      }
      head={<StepBar flow={flow} />}
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

/** The nine steps; each can be opened from here, the current one is kept in view. */
function StepBar({ flow }: StepProps) {
  const { task, record, blocks, steps } = flow
  const bar = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the current step.
  useLayoutEffect(() => {
    const list = bar.current?.querySelector('ol')
    const now = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && now) list.scrollLeft = now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2
  }, [steps.step])
  return (
    <nav ref={bar} className="handover-steps" aria-label="办理步骤">
      <Steps
        items={shownSteps(task, record, blocks).map(({ name, state }) => ({ label: name, state }))}
        current={steps.step - 1}
        onPick={(index) => steps.to(index + 1)}
      />
    </nav>
  )
}

/** The car, the customer, how late it is, and how far the flow is. */
function Strip({ flow }: StepProps) {
  const { task, record, blocks, filled, now } = flow
  const { orderId, modelName, contactName, returnAt } = task.order
  const late = task.type === handoverType.return ? minutesBetween(returnAt, filled.at ?? now) : 0
  const { done, all } = progressOf(shownSteps(task, record, blocks))
  return (
    <div className="handover-strip num">
      <Plate plate={task.vehicle?.plate} />
      {/* Beside the tag there is room for the name only. */}
      <span className="handover-strip-who">{late > 0 ? contactName : `${modelName} · ${contactName}`}</span>
      {late > 0 && <Tag tone="danger">超时 {lateness(late).text.slice(1)}</Tag>}
      <CardMore
        aria-label={`任务 ${done}/${all}，打开任务管理`}
        onClick={() => go(pickupReturnScreens.taskManage, { orderId, type: task.type })}
      >
        任务 {done}/{all}
      </CardMore>
    </div>
  )
}

/** Somebody else saved meanwhile: who, and what became different. */
function ConflictNotice({ flow }: StepProps) {
  const { conflict } = flow
  if (conflict === null) return null
  const changes = [conflict.by, ...conflict.changes].filter(Boolean)
  return <StaleNotice staleness={{ state: 'ready', changes, take: flow.takeTheirs, clear: flow.closeConflict }} />
}
