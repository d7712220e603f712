import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../time.ts'
import { journals } from '../payment/accounts.ts'
import { account, balancesOf } from '../payment/ledger.ts'
import { usualSubject, voucherAccounts } from './chart.ts'
import { OUTPUT_TAX, taxClass, taxpayer, usualCancelClass, usualClass } from './codes.ts'
import { type NamedLine, yonyouText } from './files.ts'
import { rateOn, taxIn } from './tax.ts'
import { type Classes, customerAccounts, type Posted, type VoucherLine, vouchersOf } from './voucher.ts'

const classes: Classes = {
  accounts: new Map(Object.entries(usualClass)) as Classes['accounts'],
  cancelled: usualCancelClass,
}

describe('the tax in a gross amount', () => {
  it('has the rate of the day and of the taxpayer', () => {
    expect(rateOn(taxpayer.general, taxClass.rental, '2026-11-01')).toBe(1300)
    expect(rateOn(taxpayer.general, taxClass.service, '2026-11-01')).toBe(600)
    expect(rateOn(taxpayer.small, taxClass.rental, '2026-11-01')).toBe(100)
    expect(rateOn(taxpayer.small, taxClass.rental, '2028-01-01')).toBe(300)
    expect(rateOn(taxpayer.general, taxClass.none, '2026-11-01')).toBe(0)
  })
  it('is rounded to the nearest fen, and a reduction mirrors its charge', () => {
    expect(taxIn(11_300, 1300)).toBe(1300)
    expect(taxIn(10_000, 1300)).toBe(1150)
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
        fc.constantFrom(0, 100, 300, 600, 1300),
        (gross, bp) => {
          const tax = taxIn(gross, bp)
          expect(taxIn(-gross, bp)).toBe(-tax || 0)
          expect(Math.abs(tax * (10_000 + bp) - gross * bp) * 2).toBeLessThanOrEqual(10_000 + bp)
        },
      ),
    )
  })
})

/** Balanced postings of some journals. */
const posted = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 30 }).map((n) => addDays('2026-10-01', n)),
      storeId: fc.constantFrom(null, '9', '10', '1000000000000000001'),
      journal: fc.integer({ min: 1, max: 23 }),
      from: fc.constantFrom(account.bank, account.receivable, account.unearned),
      to: fc.constantFrom(account.rentIncome, account.violationIncome, account.depositRental, account.receivable),
      payer: fc.constantFrom('', '远航', '大通'),
      fen: fc.integer({ min: 1, max: 10 ** 7 }),
    }),
    { maxLength: 60 },
  )
  .map((moves): Posted[] => {
    const sums = new Map<string, Posted>()
    for (const { day, storeId, journal, payer, from, to, fen } of moves)
      for (const [of, debitFen, creditFen] of [
        [from, fen, 0],
        [to, 0, fen],
      ] as const) {
        const key = [day, storeId, journal, of, payer].join()
        const before = sums.get(key) ?? { day, storeId, journal, account: of, payer, debitFen: 0, creditFen: 0 }
        sums.set(key, { ...before, debitFen: before.debitFen + debitFen, creditFen: before.creditFen + creditFen })
      }
    return [...sums.values()]
  })

describe('the vouchers of a month', () => {
  it('balance each, are numbered without gaps by day and store, and add up to the ledger', () => {
    fc.assert(
      fc.property(posted, fc.constantFrom(taxpayer.small, taxpayer.general), (month, who) => {
        const lines = vouchersOf(month, who, classes)
        const numbers = [...new Set(lines.map(({ number }) => number))]
        expect(numbers).toEqual(numbers.map((_, at) => at + 1))
        const places = new Set(month.map(({ day, storeId }) => `${day} ${storeId}`))
        expect(numbers).toHaveLength(places.size)
        for (const number of numbers) {
          const own = lines.filter((line) => line.number === number)
          expect(own.map(({ line }) => line)).toEqual(own.map((_, at) => at + 1))
          expect(own.reduce((sum, { debitFen, creditFen }) => sum + debitFen - creditFen, 0)).toBe(0)
          expect(new Set(own.map(({ day, storeId }) => `${day} ${storeId}`)).size).toBe(1)
          for (const { debitFen, creditFen } of own) expect(debitFen > 0 !== creditFen > 0).toBe(true)
        }
        expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).toSorted())
        // Income and its tax together are the income of the ledger.
        const sum = (of: Iterable<{ account: string; debitFen: number; creditFen: number }>, name: string) =>
          [...of].reduce((all, one) => all + (one.account === name ? one.debitFen - one.creditFen : 0), 0)
        const income = [account.rentIncome, account.violationIncome]
        const ledger = balancesOf(month)
        const total = (names: readonly string[]) => names.reduce((all, name) => all + sum(lines, name), 0)
        expect(total([...income, OUTPUT_TAX])).toBe(income.reduce((all, name) => all + (ledger.get(name) ?? 0), 0))
        // Only what a customer owes or gave in advance is kept by customer, and each of them by itself.
        for (const { account: of, customer } of lines) expect(customer !== null).toBe(customerAccounts.includes(of))
        const receivables = (of: readonly (Posted | VoucherLine)[], holds: (one: Posted | VoucherLine) => boolean) =>
          of
            .filter((one) => one.account === account.receivable && holds(one))
            .reduce((fen, { debitFen, creditFen }) => fen + debitFen - creditFen, 0)
        for (const name of ['', '远航', '大通'])
          expect(receivables(lines, (one) => 'customer' in one && one.customer === name)).toBe(
            receivables(month, (one) => 'payer' in one && one.payer === name),
          )
        expect(sum(lines, account.bank)).toBe(ledger.get(account.bank) ?? 0)
      }),
    )
  })
  it('split the tax of each side of income', () => {
    const of = (journal: number, name: Posted['account'], debitFen: number, creditFen: number): Posted => ({
      day: '2026-10-03',
      storeId: '7',
      journal,
      account: name,
      payer: '',
      debitFen,
      creditFen,
    })
    const lines = vouchersOf(
      [of(8, account.unearned, 11_300, 0), of(8, account.rentIncome, 0, 11_300)],
      taxpayer.general,
      classes,
    )
    expect(lines.map(({ line, account: name, debitFen, creditFen }) => [line, name, debitFen, creditFen])).toEqual([
      [1, account.unearned, 11_300, 0],
      [2, account.rentIncome, 0, 10_000],
      [3, OUTPUT_TAX, 0, 1300],
    ])
  })
})

describe('the tax of a penalty', () => {
  const penalty = (journal: number): Posted => ({
    ...{ day: '2026-10-03', storeId: '7', journal, payer: '' },
    ...{ account: account.penaltyIncome, debitFen: 0, creditFen: 11_300 },
  })
  const tax = (journal: number, of: Classes = classes) =>
    vouchersOf([penalty(journal)], taxpayer.general, of)
      .filter((line) => line.account === OUTPUT_TAX)
      .reduce((fen, { creditFen }) => fen + creditFen, 0)
  const { calledOff, terminated } = journals.code
  it('is none where the booking was cancelled, unless the merchant says so, and that of rent after an early end', () => {
    expect([tax(calledOff), tax(terminated)]).toEqual([0, 1300])
    const taxed = { ...classes, cancelled: taxClass.rental }
    expect([tax(calledOff, taxed), tax(terminated, taxed)]).toEqual([1300, 1300])
  })
})

describe('the files', () => {
  const line: NamedLine = {
    number: 12,
    line: 1,
    day: '2026-10-03',
    storeId: '7',
    journal: 2,
    account: account.bank,
    debitFen: 123_456,
    creditFen: 0,
    rateBp: 0,
    ...usualSubject(account.bank),
    storeName: '虹桥店,2号',
    customer: null,
  }
  it('of 用友 has its first line, and fields that no comma breaks', () => {
    expect(yonyouText([line], '王会计')).toBe(
      '填制凭证,V800\r\n2026-10-03,记,12,0,收款 虹桥店 2号,1002,1234.56,0.00,0,0,0,王会计,,,,虹桥店 2号,,\r\n',
    )
  })
  it('of 用友 names the customer where the account is kept by customer', () => {
    const [, ...rows] = yonyouText(
      ['远航物流,有限公司', ''].map((customer) => ({ ...line, customer })),
      '王会计',
    ).split('\r\n')
    expect(rows.slice(0, 2).map((row) => row.split(',').slice(15))).toEqual([
      ['虹桥店 2号', '', '远航物流 有限公司'],
      ['虹桥店 2号', '', '散客'],
    ])
  })
  it('need a code for every account', () => {
    expect(voucherAccounts.map((of) => usualSubject(of).code).filter((code) => !/^\d{4,8}$/.test(code))).toEqual([])
    expect(new Set(voucherAccounts.map((of) => usualSubject(of).code)).size).toBe(voucherAccounts.length)
  })
})
