import { contract } from '@cheyi/contract/index'
import { passDoorman } from '../customer-link/actions.ts'
import { implement } from '../kernel/context.ts'
import { door, dropPhoto, enter, otp, paper, pay, photo, save, submitPickup, task } from './customer.ts'
import { check, link, takeOver, verify } from './staff.ts'

export const selfService = implement(
  contract.selfService,
  { link, takeOver, check, verify, door, otp, enter, task, save, photo, dropPhoto, pay, paper, submitPickup },
  { photo: passDoorman },
)
