import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositKind, holdStatus } from '../../money/deposit/codes.ts'
import { ALWAYS, kindsAbout, type PendingKind, pendingKinds, statusKinds } from '../../platform/pending-work/kinds.ts'
import { taskKind } from '../../platform/todo/task.ts'
import { localDate, MINUTE, parseDateTime } from '../../time.ts'
import { orderStatuses, orderStatus as s } from './codes.ts'
import { isOverdue } from './timers.ts'
import { type OrderPendingFacts, pendingWorkOf, statusKindOf, type TaskFacts } from './waiting.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!

const facts = (given: Partial<OrderPendingFacts>): OrderPendingFacts => ({
  status: s.confirmed,
  nextAt: at('24 10:00'),
  returnAt: at('27 10:00'),
  outAtImport: false,
  confirmDeadline: null,
  graceMinutes: 30,
  owedFen: 0,
  endedAt: at('20 09:00'),
  payDays: 0,
  prepayDueFen: 0,
  expectedDamageFen: 0,
  openViolations: 0,
  nextDueOn: null,
  nextDueFen: 0,
  instalmentsOverdue: 0,
  lateFen: 0,
  pendingRefund: null,
  refundDueFen: null,
  refundsFen: null,
  checkFen: null,
  reassign: false,
  reimbursers: [],
  reimburseFen: null,
  damage: false,
  deposits: [],
  tasks: [],
  videoSince: null,
  unprinted: false,
  selfCheckSince: null,
  handedIn: false,
  ...given,
})
const task = (given: Partial<TaskFacts> & Pick<TaskFacts, 'kind'>): TaskFacts => ({
  amountFen: null,
  dueAt: null,
  assigneeId: null,
  createdAt: at('20 09:00'),
  holds: false,
  ...given,
})
const rowOf = (kind: PendingKind): { readonly counted?: string; readonly listed?: string } => pendingKinds[kind]
const of = (given: Partial<OrderPendingFacts>, kind: PendingKind) =>
  pendingWorkOf(facts(given)).find((one) => one.kind === kind)
const kinds = (given: Partial<OrderPendingFacts>) => pendingWorkOf(facts(given)).map(({ kind }) => kind)

describe('the next step of an order', () => {
  it('lists a car that was out at the import until its pickup is recorded, which is late when it is due back', () => {
    const out = { status: s.arranged, outAtImport: true }
    expect(of(out, 'stillOut')).toMatchObject({ listedFrom: at('24 00:00'), dueAt: at('27 10:00') })
    expect(of(out, 'pickup')).toMatchObject({ listedFrom: null })
    expect(kinds({ status: s.arranged })).toEqual(['pickup'])
    expect(kinds({ ...out, status: s.pickedUp })).not.toContain('stillOut')
  })

  it('counts a pickup on its day only, and lists it from that day until it is done', () => {
    const dueAt = at('24 10:00')
    expect(of({ status: s.arranged }, 'pickup')).toMatchObject({
      countsFrom: at('24 00:00'),
      countsUntil: at('25 00:00'),
      listedFrom: at('24 00:00'),
      dueAt,
    })
  })

  it('lists the assignment of a car first: the pickup is counted and not listed', () => {
    expect(of({}, 'arrange')).toMatchObject({ countsFrom: 0, countsUntil: null, listedFrom: at('24 00:00') })
    expect(of({}, 'pickup')).toMatchObject({ countsFrom: at('24 00:00'), listedFrom: null, dueAt: null })
  })

  it('has the acceptance due by its deadline, or by the pickup', () => {
    expect(of({ status: s.confirming, confirmDeadline: at('23 18:00') }, 'confirm')!.dueAt).toBe(at('23 18:00'))
    expect(of({ status: s.confirming }, 'confirm')!.dueAt).toBe(at('24 10:00'))
  })

  it('lists the check of a self-service record while its handover is open', () => {
    const selfCheckSince = at('24 10:00')
    for (const status of [s.arranged, s.pickedUp])
      expect(of({ status, selfCheckSince }, 'selfCheck')).toMatchObject({
        countsFrom: 0,
        listedFrom: 0,
        dueAt: selfCheckSince,
      })
    // It replaces the handover on the list, whose day is still counted.
    for (const [status, kind] of [
      [s.arranged, 'pickup'],
      [s.pickedUp, 'return'],
    ] as const)
      expect(of({ status, selfCheckSince }, kind)).toMatchObject({ countsFrom: at('24 00:00'), listedFrom: null })
    for (const status of [s.confirmed, s.returned, s.cancelled])
      expect(kinds({ status, selfCheckSince })).not.toContain('selfCheck')
  })

  it('has the kind of its status in every row, which then counts without a time', () => {
    for (const status of orderStatuses.values) {
      const waits = pendingWorkOf(facts({ status, owedFen: 500, prepayDueFen: 500, damage: true }))
      const kind = statusKindOf(status)
      expect(waits.filter((one) => statusKinds.some((of) => of === one.kind)).map((one) => one.kind)).toEqual(
        kind === null ? [] : [kind],
      )
      expect(waits.every((one) => one.statusKind === kind)).toBe(true)
      if (kind !== null)
        expect(waits.find((one) => one.kind === kind)).toMatchObject({
          countsFrom: 0,
          countsUntil: null,
          countsFen: null,
          exceptId: null,
        })
    }
  })

  it('is empty for drafts and finished orders', () => {
    for (const status of [s.notSubmitted, s.submitted, s.returned, s.cancelled]) expect(kinds({ status })).toEqual([])
  })
})

describe('pending money of an order', () => {
  it.each([
    [s.confirmed, ['arrange', 'pickup', 'prepay']],
    [s.pickedUp, ['return', 'overdue']],
    [s.returned, ['debt']],
    [s.cancelling, ['cancelling', 'debt']],
  ] as const)('a debt in status %s', (status, expected) => {
    expect(kinds({ status, owedFen: 500, prepayDueFen: 500 })).toEqual(expected)
  })

  it('a debt of a company counts from the day on which its days to pay are over', () => {
    const debt = { status: s.returned, owedFen: 500, endedAt: at('03 18:30') }
    expect(of({ ...debt, payDays: 15 }, 'debt')).toMatchObject({ countsFrom: at('18 00:00'), countsFen: 500 })
    expect(of(debt, 'debt')).toMatchObject({ countsFrom: ALWAYS })
  })

  it('a refund has the assignee and the time that was promised', () => {
    const tasks = [
      task({ kind: taskKind.refund, dueAt: at('22 18:00'), assigneeId: '12' }),
      task({ kind: taskKind.refund, dueAt: at('21 18:00'), assigneeId: '9' }),
    ]
    const given = { status: s.cancelling, pendingRefund: 'byHand', refundDueFen: 700, refundsFen: 900, tasks } as const
    expect(of(given, 'refundTask')).toMatchObject({
      countsFen: 700,
      listedFen: 900,
      promisedAt: at('21 18:00'),
      dueAt: at('21 18:00'),
      assigneeId: '9',
    })
    expect(of({ ...given, tasks: [] }, 'refundTask')).toMatchObject({ promisedAt: null, dueAt: at('24 10:00') })
  })

  it('a reimbursement can be approved by any account but the requester', () => {
    expect(of({ reimbursers: ['7'] }, 'reimburse')!.exceptId).toBe('7')
    expect(of({ reimbursers: ['7', '8'] }, 'reimburse')!.exceptId).toBe(null)
  })
})

describe('an instalment', () => {
  const plan = { status: s.pickedUp, nextDueOn: '2026-11-24', nextDueFen: 420_000 }

  it('is pending from its due date until it is paid', () => {
    expect(of(plan, 'instalmentDue')).toMatchObject({
      countsFrom: at('24 00:00'),
      countsUntil: null,
      countsFen: 420_000,
      listedFrom: at('24 00:00'),
      listedFen: 420_000,
    })
    expect(kinds({ ...plan, nextDueOn: null, nextDueFen: 0 })).not.toContain('instalmentDue')
  })

  it('only counts as overdue once it is, with the overdue amount', () => {
    const late = { ...plan, instalmentsOverdue: 2, lateFen: 840_000 }
    expect(of(late, 'instalmentLate')).toMatchObject({ countsFrom: 0, countsFen: 840_000, dueAt: at('24 00:00') })
    expect(kinds(late)).not.toContain('instalmentDue')
  })

  it.each([s.notSubmitted, s.submitted])('is not pending before the order is accepted (%i)', (status) =>
    expect(kinds({ ...plan, status })).not.toContain('instalmentDue'),
  )
})

describe('deposits of a rental that is over', () => {
  const deposits = [
    { kind: depositKind.rental, holdStatus: holdStatus.held, inHandFen: 3000, dueReleaseAt: null },
    { kind: depositKind.violation, holdStatus: holdStatus.held, inHandFen: 2000, dueReleaseAt: at('30 10:00') },
  ]
  it.each([
    [{}, 3000, 2000],
    [{ owedFen: 1000 }, 2000, 2000],
    [{ expectedDamageFen: 1000 }, 1800, 2000],
    [{ owedFen: 3500 }, undefined, 1500],
    [{ owedFen: 5000 }, undefined, undefined],
  ])('with %o are released by %i and %i', (open, rental, violation) => {
    const given = { status: s.returned, deposits, ...open }
    expect(of(given, 'rentalDeposit')?.countsFen).toBe(rental)
    expect(of(given, 'violationDeposit')?.countsFen).toBe(violation)
    if (violation)
      expect(of(given, 'violationDeposit')).toMatchObject({ countsFrom: at('30 10:00'), dueAt: at('30 10:00') })
  })

  it('are pending while they are held, and not before the return', () => {
    expect(of({ status: s.pickedUp, deposits }, 'rentalDeposit')).toBe(undefined)
    const released = deposits.map((one) => ({ ...one, holdStatus: holdStatus.releasing }))
    expect(kinds({ status: s.returned, deposits: released })).toEqual([])
  })
})

describe('of any order', () => {
  const instant = fc.integer({ min: at('01 00:00'), max: at('30 23:00') })
  const fen = fc.integer({ min: -100_000, max: 500_000 })
  const anyTask = fc.record<TaskFacts>({
    kind: fc.constantFrom(...Object.values(taskKind)),
    amountFen: fc.option(fc.nat(500_000)),
    dueAt: fc.option(instant),
    assigneeId: fc.option(fc.integer({ min: 1, max: 30 }).map(String)),
    createdAt: instant,
    holds: fc.boolean(),
  })
  const anyOrder = fc.record<OrderPendingFacts>({
    videoSince: fc.option(instant),
    unprinted: fc.boolean(),
    selfCheckSince: fc.option(instant),
    handedIn: fc.boolean(),
    status: fc.constantFrom(...orderStatuses.values),
    nextAt: instant,
    returnAt: instant,
    outAtImport: fc.boolean(),
    confirmDeadline: fc.option(instant),
    graceMinutes: fc.integer({ min: 0, max: 120 }),
    owedFen: fen,
    endedAt: instant,
    payDays: fc.constantFrom(0, 30),
    prepayDueFen: fc.nat(500_000),
    expectedDamageFen: fc.nat(100_000),
    openViolations: fc.nat(1),
    nextDueOn: fc.option(instant.map(localDate)),
    nextDueFen: fc.nat(500_000),
    instalmentsOverdue: fc.nat(2),
    lateFen: fc.nat(500_000),
    pendingRefund: fc.option(fc.constantFrom('failed', 'byHand')),
    refundDueFen: fc.option(fc.nat(500_000)),
    refundsFen: fc.option(fc.nat(500_000)),
    checkFen: fc.option(fc.nat(500_000)),
    reassign: fc.boolean(),
    reimburseFen: fc.option(fc.integer({ min: 1, max: 900_000 })),
    reimbursers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map(String), { maxLength: 3 }),
    damage: fc.boolean(),
    deposits: fc.array(
      fc.record({
        kind: fc.constantFrom(depositKind.rental, depositKind.violation),
        holdStatus: fc.constantFrom(holdStatus.held, holdStatus.partlyDeducted, holdStatus.released),
        inHandFen: fc.nat(500_000),
        dueReleaseAt: fc.option(instant),
      }),
      { maxLength: 2 },
    ),
    tasks: fc.array(anyTask, { maxLength: 4 }),
  })

  it('each kind is pending once, on the counters and lists of its row', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const waits = pendingWorkOf(order)
        expect(new Set(waits.map(({ kind }) => kind)).size).toBe(waits.length)
        for (const { kind, countsFrom, countsUntil, listedFrom, dueAt } of waits) {
          const { counted, listed } = rowOf(kind)
          expect(countsFrom === null, kind).toBe(counted === undefined)
          if (listed === undefined) expect(listedFrom, kind).toBe(null)
          expect(listedFrom === null, kind).toBe(dueAt === null)
          if (countsUntil !== null) expect(countsUntil, kind).toBeGreaterThan(countsFrom!)
        }
      }),
    )
  })

  it('the result does not depend on the order of the facts', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const turned = { ...order, tasks: order.tasks.toReversed(), deposits: order.deposits.toReversed() }
        expect(pendingWorkOf(turned)).toEqual(pendingWorkOf(order))
      }),
    )
  })

  it('releases and debts together are never more than what is held', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const back = pendingWorkOf(order).filter(({ kind }) => kind === 'rentalDeposit' || kind === 'violationDeposit')
        const inHand = order.deposits.reduce((sum, { inHandFen }) => sum + inHandFen, 0)
        const sum = back.reduce((total, { countsFen }) => total + countsFen!, 0)
        for (const { countsFen } of back) expect(countsFen).toBeGreaterThan(0)
        if (back.length > 0) expect(sum + Math.max(0, order.owedFen)).toBeLessThanOrEqual(inHand)
      }),
    )
  })

  it('is overdue when the timers say so, except for a car that was returned by self-service', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: -200, max: 200 }), (order, minutes) => {
        const now = order.returnAt + minutes * MINUTE + (minutes % 2)
        const from = pendingWorkOf(order).find(({ kind }) => kind === 'overdue')?.countsFrom ?? Number.POSITIVE_INFINITY
        expect(from <= now).toBe(!order.handedIn && isOverdue(order.status, order.returnAt, order.graceMinutes, now))
      }),
    )
  })

  it('every kind of the table can be pending', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(anyOrder, (order) => {
        for (const { kind } of pendingWorkOf(order)) seen.add(kind)
      }),
      { numRuns: 2000, seed: 33 },
    )
    expect(kindsAbout('order').filter((name) => !seen.has(name))).toEqual([])
  })
})
