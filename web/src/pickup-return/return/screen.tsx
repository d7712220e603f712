import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { useScreen } from '../../kernel/pages.tsx'
import { FlowPage } from '../parts/flow-page.tsx'
import { OrderStep } from '../parts/order-step.tsx'
import { PhotosStep } from '../parts/photos-step.tsx'
import { ReadingsStep } from '../parts/readings-step.tsx'
import { VehicleStep } from '../parts/vehicle-step.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DamageStep } from './damage-step.tsx'
import { ExpensesStep } from './expenses-step.tsx'
import { SettlementStep } from './settlement-step.tsx'
import { TimeStep } from './time-step.tsx'

const parts = [OrderStep, TimeStep, VehicleStep, PhotosStep, ReadingsStep, ExpensesStep, DamageStep, SettlementStep]

/** A car comes back from its customer. */
export default function Return() {
  const { orderId } = useScreen(pickupReturnScreens.return)
  return <FlowPage key={orderId} type={handoverType.return} orderId={orderId} parts={parts} last={ConfirmStep} />
}
