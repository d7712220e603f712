import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import { certificates } from './certificates.ts'
import { blacklistPerson, personDetail, revealPerson, savePerson, searchPeople, verifyPerson } from './people.ts'
import { arrange, box, tasks, tasksOfOrder } from './tasks.ts'

export const driver = implement(contract.driver, {
  box,
  arrange,
  tasks,
  tasksOfOrder,
  certificates,
  searchPeople,
  personDetail,
  revealPerson,
  savePerson,
  verifyPerson,
  blacklistPerson,
})
