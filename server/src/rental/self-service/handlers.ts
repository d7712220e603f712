import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { partUploadGuard } from '../../platform/customer-link/actions.ts'
import { command } from './car.ts'
import {
  document,
  door,
  dropPhoto,
  enter,
  otp,
  paper,
  pay,
  photo,
  photoBegin,
  photoPart,
  place,
  save,
  submitPickup,
  submitReturn,
  task,
} from './customer.ts'
import { check, link, takeOver, verify } from './staff.ts'

export const selfService = implement(
  contract.selfService,
  {
    link,
    takeOver,
    check,
    verify,
    door,
    otp,
    enter,
    task,
    save,
    place,
    command,
    photoBegin,
    photoPart,
    photo,
    document,
    dropPhoto,
    pay,
    paper,
    submitPickup,
    submitReturn,
  },
  { photoPart: partUploadGuard },
)
