import type { LaterSteps } from '../parts/flow-page.tsx'
import { PhotosStep } from '../parts/step/photos-step.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
import { AgreementStep } from './agreement-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DepositStep } from './deposit-step.tsx'
import { ExpensesStep } from './expenses-step.tsx'
import { PeopleStep } from './people-step.tsx'

/** The steps of a pickup after the first. */
export const laterSteps: LaterSteps = {
  parts: [PeopleStep, VehicleStep, PhotosStep, ReadingsStep, ExpensesStep, DepositStep, AgreementStep],
  last: ConfirmStep,
}
