import type { LaterSteps } from '../parts/flow-page.tsx'
import { PhotosStep } from '../parts/photos-step.tsx'
import { ReadingsStep } from '../parts/readings-step.tsx'
import { VehicleStep } from '../parts/vehicle-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DamageStep } from './damage-step.tsx'
import { ExpensesStep } from './expenses-step.tsx'
import { SettlementStep } from './settlement-step.tsx'
import { TimeStep } from './time-step.tsx'

/** The steps of a return after the first. */
export const laterSteps: LaterSteps = {
  parts: [TimeStep, VehicleStep, PhotosStep, ReadingsStep, ExpensesStep, DamageStep, SettlementStep],
  last: ConfirmStep,
}
