import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import { available } from './available.ts'
import { planVehicle } from './plan.ts'

export const vehicle = implement(contract.vehicle, { available, plan: planVehicle })
