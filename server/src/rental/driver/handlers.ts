import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { arrive } from './arrive.ts'
import { certificates } from './certificates.ts'
import { exportCustomers } from './customers/export-work.ts'
import { customers, customerTags, setTags } from './customers/handlers.ts'
import { checkOf } from './paper-check.ts'
import { blacklistPerson, personDetail, revealPerson, savePerson, searchPeople, verifyPerson } from './people.ts'
import { privacyOf, withdrawConsent } from './privacy/consent.ts'
import { erasePerson } from './privacy/erase.ts'
import { exportPerson } from './privacy/export-work.ts'
import { holdOrder } from './privacy/hold.ts'
import { answerPrivacy, requestPrivacy, requests } from './privacy/request.ts'
import { readDocument } from './read-document.ts'
import { arrange, box, tasks, tasksOfOrder } from './tasks.ts'

export const driver = implement(contract.driver, {
  box,
  arrange,
  arrive,
  tasks,
  tasksOfOrder,
  certificates,
  customers,
  customerTags,
  setTags,
  exportCustomers,
  searchPeople,
  personDetail,
  revealPerson,
  savePerson,
  verifyPerson,
  checkIdentity: checkOf('idCard'),
  checkLicence: checkOf('licence'),
  blacklistPerson,
  privacy: privacyOf,
  withdrawConsent,
  requests,
  requestPrivacy,
  answerPrivacy,
  holdOrder,
  exportPerson,
  erasePerson,
  readDocument,
})
