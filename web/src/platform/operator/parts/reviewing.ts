import { merchantSteps, type ReviewAction, reviewActions } from '@cheyi/domain/platform/merchant/review-steps'
import { can } from '@cheyi/domain/step'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Merchant = OutputOf<typeof calls.operator.merchants>['list'][number]

/** The actions that the merchant's status allows; a refused merchant may be refused again for another reason. */
export const actionsOf = (status: number): ReviewAction[] =>
  reviewActions.filter((action) => can(merchantSteps, action, status).ok)
