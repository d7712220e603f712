import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP, pickupStep, returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { isMoney } from '../step/step-check.ts'

/* Groups the nine steps of a handover into the cards of its page: four at a pickup, three at a return. */

/** One card: its mark, its name where the mark alone says too little, and the steps done in it. */
export interface FlowCard {
  readonly mark: string
  readonly name?: string
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

/** A missing item in one step. */
export interface Gap {
  readonly code: string
  readonly step: number
}

/** The gaps of a card. Money due belongs to the money card, whichever step its guard reports. */
export const gapsIn = <G extends Gap>({ mark, steps }: FlowCard, gaps: readonly G[]): G[] =>
  gaps.filter((gap) => (isMoney(gap) ? mark === '钱' : steps.includes(gap.step)))

/** All steps of one handover, in order. */
export const allSteps: readonly number[] = Array.from({ length: LAST_STEP }, (_, before) => before + 1)

/** The given steps without gaps; the last step is excluded because it is the confirmation itself. */
export const doneSteps = (steps: readonly number[], gaps: readonly Gap[]): number[] =>
  steps.filter((step) => step < LAST_STEP && !gaps.some((gap) => gap.step === step))
