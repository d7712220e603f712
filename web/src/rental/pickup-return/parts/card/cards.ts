import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP, pickupStep, returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { isMoney } from '../step/step-check.ts'

/* The nine steps of a handover as they lie on its page: four cards, at a return three. */

/** One card: its sign, and the steps whose things are done in it. */
export interface FlowCard {
  readonly mark: string
  readonly steps: readonly number[]
}

export const pickupCards = {
  people: { mark: '人', steps: [pickupStep.order, pickupStep.documents] },
  car: { mark: '车', steps: [pickupStep.vehicle, pickupStep.photos, pickupStep.readings] },
  money: { mark: '钱', steps: [pickupStep.expenses, pickupStep.deposits] },
  paper: { mark: '签', steps: [pickupStep.agreement, pickupStep.confirm] },
} as const satisfies Record<string, FlowCard>

export const returnCards = {
  car: {
    mark: '车',
    steps: [
      returnStep.order,
      returnStep.time,
      returnStep.vehicle,
      returnStep.photos,
      returnStep.readings,
      returnStep.damage,
    ],
  },
  money: { mark: '钱', steps: [returnStep.expenses, returnStep.settlement] },
  paper: { mark: '签', steps: [returnStep.confirm] },
} as const satisfies Record<string, FlowCard>

export const cardsOf = (type: HandoverType): readonly FlowCard[] =>
  Object.values(type === handoverType.pickup ? pickupCards : returnCards)

/** Something that is missing, in one step. */
export interface Gap {
  readonly code: string
  readonly step: number
}

/** What is missing in a card; what is owed is a matter of the money, wherever its guard stands. */
export const gapsIn = <G extends Gap>({ mark, steps }: FlowCard, gaps: readonly G[]): G[] =>
  gaps.filter((gap) => (isMoney(gap) ? mark === '钱' : steps.includes(gap.step)))

/** Of one handover, in their order. */
export const allSteps: readonly number[] = Array.from({ length: LAST_STEP }, (_, before) => before + 1)

/** Of these steps those in which nothing is missing; the last is the confirmation itself. */
export const doneSteps = (steps: readonly number[], gaps: readonly Gap[]): number[] =>
  steps.filter((step) => step < LAST_STEP && !gaps.some((gap) => gap.step === step))
