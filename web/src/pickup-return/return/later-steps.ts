import type { LaterSteps } from '../parts/flow-page.tsx'
import { PhotosStep } from '../parts/step/photos-step.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
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
