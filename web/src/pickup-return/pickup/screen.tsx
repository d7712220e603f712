import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { useScreen } from '../../kernel/pages.tsx'
import { FlowPage } from '../parts/flow-page.tsx'
import { OrderStep } from '../parts/order-step.tsx'
import { PhotosStep } from '../parts/photos-step.tsx'
import { ReadingsStep } from '../parts/readings-step.tsx'
import { VehicleStep } from '../parts/vehicle-step.tsx'
import { pickupReturnScreens } from '../screens.ts'
import { AgreementStep } from './agreement-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DepositStep } from './deposit-step.tsx'
import { ExpensesStep } from './expenses-step.tsx'
import { PeopleStep } from './people-step.tsx'

const parts = [OrderStep, PeopleStep, VehicleStep, PhotosStep, ReadingsStep, ExpensesStep, DepositStep, AgreementStep]

/** A car is handed to its customer. */
export default function Pickup() {
  const { orderId } = useScreen(pickupReturnScreens.pickup)
  return <FlowPage key={orderId} type={handoverType.pickup} orderId={orderId} parts={parts} last={ConfirmStep} />
}
