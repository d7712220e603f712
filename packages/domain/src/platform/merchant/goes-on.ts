import { type MerchantStatus, merchantStatus as m } from './codes.ts'

/*
 * What goes on for a merchant in which of its states, and why. A merchant that another cluster serves (`merchantPlaces`) is in none of these
 * rows: whatever goes on for it does so there. Timers of single orders and payments know no state: what an operator's closing leaves open
 * still ends, and money that is owed to customers is paid back.
 */

interface Row {
  readonly states: readonly MerchantStatus[]
  readonly why: string
}

/** While people work in it. */
const working = [m.normal, m.suspended] as const
/** Once it has had business. */
const always = [m.normal, m.suspended, m.closed] as const

const remind = {
  states: working,
  why: 'Nobody signs in to a closed merchant, so nobody would read the reminder',
} as const
const compare = { states: working, why: 'What nobody changes does not come apart' } as const
const carryOn = { states: working, why: 'A closed merchant has no business that goes on' } as const
const deletes = {
  states: [m.reviewing, ...always],
  why: 'Articles 19 and 47 of the law on personal information: what is over its term is deleted, whatever became of the merchant',
} as const

/** Scheduled work that goes merchant by merchant, by the name of the job. */
export const merchantJobs = {
  auditCheck: {
    states: always,
    why: 'Deletions are logged in a closed merchant too, and the log is evidence for three years',
  },
  bankMatch: carryOn,
  bills: carryOn,
  careReminder: remind,
  carsDriven: carryOn,
  certificateExpiry: remind,
  clearPositions: deletes,
  driving: carryOn,
  heldOrders: compare,
  insuranceReport: remind,
  leaseFilingDue: remind,
  monthToClose: remind,
  morning: remind,
  nightly: compare,
  orphans: deletes,
  paperReminder: remind,
  personRequests: remind,
  resultFiles: deletes,
  retention: deletes,
  shiftsLeftOpen: remind,
  strays: deletes,
  tallies: compare,
  tollMatch: carryOn,
  violationDeadline: remind,
  violationMatch: carryOn,
  violationQuery: carryOn,
  waits: compare,
  yearlyTickets: carryOn,
} as const satisfies Record<string, Row>

export type MerchantJob = keyof typeof merchantJobs

/** The states of merchants for which a job runs; other work than that of schedules is of merchants in which people work. */
export const statesOfJob = (name: string): readonly MerchantStatus[] =>
  (merchantJobs as Readonly<Record<string, Row>>)[name]?.states ?? working

/** What is open to people, customers and platforms, and what else is done for a merchant. */
export const merchantDoors = {
  bookingPage: {
    states: [m.normal],
    why: 'A merchant that may not trade offers nothing; customers still see what they booked',
  },
  payByLink: {
    states: [m.reviewing, m.normal, m.suspended],
    why: 'A suspended merchant still collects for its running rentals; of a closed one nobody would pay anything back',
  },
  signIn: {
    states: [m.reviewing, m.normal, m.suspended],
    why: 'A suspended merchant still takes cars back and settles',
  },
  longWork: { states: [m.reviewing, m.normal], why: 'Imports, exports and batches are new business' },
  followers: {
    states: always,
    why: 'What happened before the closing is counted too; events that a follower has not seen could never be deleted',
  },
} as const satisfies Record<string, Row>

/** Whether something goes on in a state; nothing does where there is no merchant. */
export const goesOn = (door: keyof typeof merchantDoors, status: number | null | undefined): boolean =>
  (merchantDoors[door].states as readonly number[]).includes(status ?? -1)
