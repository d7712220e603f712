import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate, parseDateTime } from '../../time.ts'
import { maintenanceStatus, ticketKind, yearlyStatus } from './codes.ts'
import { isOpenTicket, isOverdue, ticketProfiles } from './kinds.ts'
import { pendingWorkOf, type TicketPendingFacts } from './waiting.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!

const facts = (given: Partial<TicketPendingFacts>): TicketPendingFacts => ({
  kind: ticketKind.maintenance,
  status: maintenanceStatus.waiting,
  planStart: at('24 09:00'),
  planEnd: at('26 18:00'),
  dueOn: null,
  createdAt: at('20 10:00'),
  assigneeId: '7',
  assigneeGone: false,
  askedAt: null,
  askedBy: null,
  ...given,
})
const kinds = (given: Partial<TicketPendingFacts>) => pendingWorkOf(facts(given)).map(({ kind }) => kind)
const of = (given: Partial<TicketPendingFacts>, kind: string) =>
  pendingWorkOf(facts(given)).find((one) => one.kind === kind)

describe('pending work of a ticket', () => {
  it('is its start from that day on, and once started its end', () => {
    const begin = { countsFrom: at('24 00:00'), countsUntil: null, listedFrom: at('24 00:00'), dueAt: at('24 09:00') }
    expect(pendingWorkOf(facts({}))).toMatchObject([{ kind: 'ticketDue', ...begin }])
    const end = { countsFrom: at('26 00:00'), listedFrom: at('26 00:00'), dueAt: at('26 18:00') }
    expect(of({ status: maintenanceStatus.repairing }, 'ticketDue')).toMatchObject(end)
  })

  it('is its assignment while it has no assignee, listed instead of its start', () => {
    expect(kinds({ assigneeId: null })).toEqual(['ticketDue', 'ticketAssign'])
    expect(of({ assigneeId: null }, 'ticketDue')).toMatchObject({ countsFrom: at('24 00:00'), listedFrom: null })
    expect(of({ assigneeId: null }, 'ticketAssign')).toMatchObject({ countsFrom: 0, listedFrom: at('24 00:00') })
    // Without a time it is to be assigned on the day of its creation.
    const given = { assigneeId: null, planStart: null, planEnd: null }
    expect(pendingWorkOf(facts(given))).toMatchObject([{ kind: 'ticketAssign', listedFrom: 0, dueAt: at('20 23:59') }])
    // Once started, the person who took the car away handles it.
    expect(kinds({ assigneeId: null, status: maintenanceStatus.repairing })).toEqual(['ticketDue'])
  })

  it('is a new assignment at once when the assignee has left', () => {
    const gone = { assigneeGone: true, status: maintenanceStatus.checking }
    expect(kinds(gone)).toEqual(['ticketDue', 'ticketReassign'])
    expect(of(gone, 'ticketReassign')).toMatchObject({ listedFrom: 0, dueAt: at('26 18:00') })
    expect(of(gone, 'ticketDue')).toMatchObject({ listedFrom: null })
  })

  it('of an inspection is due by its last valid day, even when it is planned later or not at all', () => {
    const yearly = { kind: ticketKind.yearly, status: yearlyStatus.waiting, dueOn: '2026-11-23' }
    const due = { listedFrom: at('23 00:00'), dueAt: at('23 23:59') }
    expect(of(yearly, 'ticketDue')).toMatchObject(due)
    expect(of({ ...yearly, planStart: null, planEnd: null }, 'ticketDue')).toMatchObject(due)
    expect(of({ ...yearly, planStart: at('21 09:00') }, 'ticketDue')).toMatchObject({ dueAt: at('21 09:00') })
  })

  it('is the approval of its quote or costs, by any account but the one that entered them, also after its end', () => {
    const asked = { askedAt: at('20 10:00'), askedBy: '8' }
    expect(kinds(asked)).toEqual(['ticketApprove', 'ticketDue'])
    expect(of(asked, 'ticketApprove')).toMatchObject({
      countsFrom: 0,
      listedFrom: 0,
      dueAt: at('20 23:59'),
      exceptId: '8',
    })
    // It cannot be started before.
    expect(of(asked, 'ticketDue')).toMatchObject({ listedFrom: null })
    expect(of({ ...asked, status: maintenanceStatus.repairing }, 'ticketDue')).toMatchObject({
      listedFrom: at('26 00:00'),
    })
    expect(kinds({ ...asked, status: maintenanceStatus.done })).toEqual(['ticketApprove'])
  })

  it('is empty without a time, and after its end', () => {
    expect(kinds({ planStart: null, planEnd: null })).toEqual([])
    expect(kinds({ status: maintenanceStatus.done, assigneeGone: true })).toEqual([])
  })

  it('is overdue when the ticket lists say so, and each kind is pending once', () => {
    const instant = fc.integer({ min: at('01 00:00'), max: at('30 23:00') })
    const any = fc.constantFrom(...ticketProfiles).chain((profile) =>
      fc.record<TicketPendingFacts>({
        kind: fc.constant(profile.kind),
        status: fc.constantFrom(...profile.statuses.values),
        planStart: fc.option(instant),
        planEnd: fc.option(instant),
        dueOn: fc.option(instant.map(localDate)),
        createdAt: instant,
        assigneeId: fc.option(fc.constant('7')),
        assigneeGone: fc.boolean(),
        askedAt: fc.option(instant),
        askedBy: fc.constant('7'),
      }),
    )
    fc.assert(
      fc.property(any, instant, (ticket, now) => {
        const waits = pendingWorkOf(ticket)
        expect(new Set(waits.map(({ kind }) => kind)).size).toBe(waits.length)
        for (const { listedFrom, dueAt } of waits) expect(listedFrom === null).toBe(dueAt === null)
        const due = waits.find(({ kind }) => kind === 'ticketDue')
        if (isOverdue(ticket, now)) expect(due!.countsFrom).toBeLessThanOrEqual(now)
        if (!isOpenTicket(ticket))
          expect(waits.map(({ kind }) => kind)).toEqual(ticket.askedAt === null ? [] : ['ticketApprove'])
      }),
    )
  })
})
