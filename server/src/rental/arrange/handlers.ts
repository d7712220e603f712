import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { available } from './available.ts'
import { planVehicle } from './plan.ts'

export const arrange = implement(contract.arrange, { available, plan: planVehicle })
