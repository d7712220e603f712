import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import type { Candidate } from './candidate.ts'

/** A car of another model needs the customer's consent. */
export const needsConsent = (car: Pick<Candidate, 'modelId'>, order: Pick<OrderDetail, 'model'>): boolean =>
  car.modelId !== order.model.modelId

/** Asks whether the customer accepts another model. */
export const customerAgrees = (car: Pick<Candidate, 'modelName' | 'plate'>): Promise<boolean> =>
  feedback.ask({
    title: '客户同意换车型吗？',
    text: `${car.modelName} ${displayPlate(car.plate)}，租金不变`,
    confirm: '客户已同意',
    cancel: '取消',
  })
