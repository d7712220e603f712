import { type HandoverType, handoverType } from './codes.ts'

/** The nine steps of each handover, in order; the first is `rstep` 1. */
const names: Readonly<Record<HandoverType, readonly string[]>> = {
  [handoverType.pickup]: [
    '订单核对',
    '证件核验',
    '车辆与随车物品',
    '验车照片',
    '里程与油电',
    '附加费用',
    '押金收取',
    '合同签署',
    '确认交车',
  ],
  [handoverType.return]: [
    '订单核对',
    '还车时间与地点',
    '车辆与随车物品',
    '验车照片',
    '里程与油电',
    '费用项',
    '违章与车损',
    '结算与押金',
    '确认还车与合同',
  ],
}

/** Numbers of the steps in which something can be corrected. */
export const pickupStep = {
  order: 1,
  documents: 2,
  vehicle: 3,
  photos: 4,
  readings: 5,
  expenses: 6,
  deposits: 7,
  agreement: 8,
  confirm: 9,
} as const
export const returnStep = {
  order: 1,
  time: 2,
  vehicle: 3,
  photos: 4,
  readings: 5,
  expenses: 6,
  damage: 7,
  settlement: 8,
  confirm: 9,
} as const

export const LAST_STEP = 9

export interface FlowStep {
  readonly step: number
  readonly name: string
}

export const flowSteps = (type: HandoverType): readonly FlowStep[] =>
  names[type].map((name, index) => ({ step: index + 1, name }))

/** Title of the whole handover. */
export const flowTitle = (type: HandoverType): string => (type === handoverType.pickup ? '办理取车' : '办理还车')

export type StepState = 'todo' | 'done' | 'attention'

/**
 * State of a step on the task screen: 需处理 when it was completed and something in it still blocks. The last step is
 * the confirmation itself and never counts as completed.
 */
export function stepState(
  step: number,
  done: readonly number[],
  blocks: readonly { readonly step: number }[],
): StepState {
  if (step === LAST_STEP || !done.includes(step)) return 'todo'
  return blocks.some((block) => block.step === step) ? 'attention' : 'done'
}

/** The step to open next: the first that is not completed, else the first that still blocks, else the confirmation. */
export function nextStepOf(done: readonly number[], blocks: readonly { readonly step: number }[]): number {
  for (let step = 1; step < LAST_STEP; step++) if (!done.includes(step)) return step
  return blocks.length === 0 ? LAST_STEP : Math.min(...blocks.map((block) => block.step))
}
