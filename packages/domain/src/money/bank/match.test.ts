import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../time.ts'
import { bankKind, bankNature } from './codes.ts'
import { endOfDay, natureOf } from './line.ts'
import { type Booked, certainDays, certainMatches, type OpenLine, type Proposal, proposalsFor } from './match.ts'

const DAY = '2026-11-10'
const line = (over: Partial<OpenLine> = {}): OpenLine => ({
  id: 'L1',
  accountId: 'A',
  on: DAY,
  fen: 120_000,
  party: '',
  note: '',
  lineNo: '',
  nature: bankNature.transfer,
  ...over,
})
const booked = (over: Partial<Booked> = {}): Booked => ({
  key: 'txn:1',
  txnIds: ['1'],
  fen: 120_000,
  day: DAY,
  kind: 'payment',
  names: [],
  numbers: [],
  what: '',
  ...over,
})

describe('certain', () => {
  it.each<[string, Partial<OpenLine>, Partial<Booked>]>([
    ['the number of a slip', { note: '租车款 FT2026111000123' }, { numbers: ['FT2026 1110 00123'], day: '2026-10-01' }],
    ['the number of the line', { lineNo: 'C0011223344' }, { numbers: ['C0011223344'] }],
    ['a company, whatever its legal form', { party: '云途科技' }, { names: ['云途科技有限公司'] }],
    ['a person who is named in the note', { note: '转账 王小明租车', on: addDays(DAY, 9) }, { names: ['王小明'] }],
    ['cash that was handed in', { note: '现金存款' }, { kind: 'cash' }],
    ['the settlement of a provider', { party: '财付通支付科技有限公司', on: addDays(DAY, 1) }, { kind: 'wechat' }],
  ])('by %s', (_, a, b) => expect(certainMatches([line(a)], [booked(b)])).toHaveLength(1))

  it.each<[string, Partial<OpenLine>, Partial<Booked>]>([
    ['the amount alone', {}, {}],
    ['another amount', { note: '现金存款', fen: 120_001 }, { kind: 'cash' }],
    ['the other direction', { note: '王小明', fen: -120_000 }, { names: ['王小明'] }],
    ['a name of one character', { party: '王' }, { names: ['王'] }],
    ['the same name long after', { party: '王小明', on: addDays(DAY, 16) }, { names: ['王小明'] }],
    ['cash of another week', { note: '现金存款', on: addDays(DAY, 6) }, { kind: 'cash' }],
    ['a number that is too short to tell anything', { note: '12345' }, { numbers: ['12345'] }],
    ['a payment of a provider', { nature: bankNature.trade, party: '王小明' }, { names: ['王小明'] }],
  ])('never by %s', (_, a, b) => expect(certainMatches([line(a)], [booked(b)])).toEqual([]))

  it('is not which of two entries of the same name and amount a line pays, but is by its number', () => {
    const two = [
      booked({ names: ['王小明'] }),
      booked({ key: 'txn:2', txnIds: ['2'], names: ['王小明'], numbers: ['FT99887766'] }),
    ]
    expect(certainMatches([line({ party: '王小明' })], two)).toEqual([])
    const [one, ...more] = certainMatches([line({ party: '王小明', note: 'FT99887766' })], two)
    expect([one?.txnIds, more]).toEqual([['2'], []])
  })

  it('is a withdrawal that pays the bills of several days', () => {
    const bills = [1, 2, 3, 4].map((n) =>
      booked({ key: `bill:7:2026-11-0${n}`, txnIds: [`${n}`], fen: n * 100, day: `2026-11-0${n}`, kind: 'wechat' }),
    )
    const paid = line({ fen: 500, on: '2026-11-04', party: '财付通支付科技有限公司' })
    expect(certainMatches([paid], bills).map(({ txnIds }) => txnIds)).toEqual([['2', '3']])
    expect(certainMatches([{ ...paid, fen: 400, on: '2026-11-12' }], bills)).toEqual([])
  })

  it('is a withdrawal from the account of a provider to that of a bank', () => {
    const out = line({ id: 'W', accountId: 'W', fen: -120_000, nature: bankNature.withdrawal })
    const into = line({ on: addDays(DAY, 1) })
    expect(certainMatches([out, into], []).map(({ lineIds }) => lineIds)).toEqual([['W', 'L1']])
    expect(certainMatches([out, into, line({ id: 'L2', on: addDays(DAY, 2) })], [])).toEqual([])
    expect(certainMatches([{ ...out, nature: bankNature.transfer }, into], [])).toEqual([])
  })
})

it('what is not certain is proposed, the surest first, each with its reason', () => {
  const open = line({ party: '王小明' })
  const all = [
    booked({ key: 'txn:3', txnIds: ['3'], day: addDays(DAY, 2) }),
    booked({ key: 'txn:2', txnIds: ['2'], day: addDays(DAY, -1) }),
    booked({ names: ['王小明'], day: addDays(DAY, 5) }),
  ]
  const found = proposalsFor(open, { lines: [open], booked: all, inTransit: [] })
  expect(found.map(({ txnIds }) => txnIds)).toEqual([['1'], ['2'], ['3']])
  expect(found[0]!.reason).toBe('对方户名相同，金额相同，2026-11-15记账')
})

it('money in transit is proposed with what was kept of it; fees and interest are posted with their match', () => {
  const inTransit = [{ storeId: 'S', storeName: '虹桥店', account: 'pos_clearing', fen: 100_000 }] as const
  const of = (over: Partial<OpenLine>) => proposalsFor(line(over), { lines: [], booked: [], inTransit })
  expect(of({ fen: 99_400, note: '银联商务清算款' })[0]!.arrived).toEqual({
    storeId: 'S',
    account: 'pos_clearing',
    feeFen: 600,
  })
  expect(of({ fen: 40_000, note: 'POS收单结算' })[0]!.arrived).toMatchObject({ feeFen: 0 })
  expect(of({ fen: 100_001, note: 'POS收单结算' })).toEqual([])
  expect(of({ fen: -1500, note: '账户管理费' })[0]).toMatchObject({ charge: true })
  expect(of({ fen: 321, note: '结息' })[0]).toMatchObject({ charge: true })
  expect(of({ fen: 1500, note: '账户管理费' })).toEqual([])
})

it('a day of payments agrees with the bill of that day, to the fen', () => {
  const bills = new Map([['W', [booked({ fen: 500 })]]])
  const day = { accountId: 'W', on: DAY, fen: 500 }
  expect(certainDays([day], bills)).toHaveLength(1)
  expect(
    certainDays(
      [
        { ...day, fen: 501 },
        { ...day, on: addDays(DAY, 1) },
        { ...day, accountId: 'X' },
      ],
      bills,
    ),
  ).toEqual([])
})

it.each([
  [bankKind.bank, '交易手续费', bankNature.transfer],
  [bankKind.wechat, '扣除交易手续费', bankNature.trade],
  [bankKind.wechat, '退款 缺货', bankNature.trade],
  [bankKind.wechat, '提现 提现', bankNature.withdrawal],
  [bankKind.alipay, '在线支付 交易付款', bankNature.trade],
  [bankKind.alipay, '余额转出', bankNature.withdrawal],
  [bankKind.alipay, '红包', bankNature.transfer],
])('a line of kind %i that says %s is %i', (kind, note, nature) => expect(natureOf(kind, note)).toBe(nature))

const amounts = fc.integer({ min: 1, max: 4 })
const names = fc.constantFrom('', '王小明', '云途科技有限公司', '李华')
const notes = fc.constantFrom('', '现金存款', '财付通', '转账', '提现', 'FT12345678')
const someLines = fc
  .array(
    fc.record({
      fen: amounts,
      out: fc.boolean(),
      day: fc.nat(20),
      party: names,
      note: notes,
      account: fc.constantFrom('A', 'B'),
    }),
    {
      maxLength: 25,
    },
  )
  .map((all) =>
    all.map(({ fen, out, day, party, note, account }, n) =>
      line({
        id: `L${n}`,
        accountId: account,
        fen: out ? -fen : fen,
        on: addDays(DAY, day),
        party,
        note,
        nature: note === '提现' ? bankNature.withdrawal : bankNature.transfer,
      }),
    ),
  )
const someBooked = fc
  .array(
    fc.record({
      fen: amounts,
      out: fc.boolean(),
      day: fc.nat(20),
      name: names,
      numbered: fc.boolean(),
      kind: fc.constantFrom<Booked['kind']>('cash', 'wechat', 'payment'),
    }),
    {
      maxLength: 25,
    },
  )
  .map((all) =>
    all.map(({ fen, out, day, name, numbered, kind }, n) =>
      booked({
        key: kind === 'wechat' ? `bill:7:${addDays(DAY, day)}:${n}` : `txn:${n}`,
        txnIds: [`${n}`],
        fen: out ? -fen : fen,
        day: addDays(DAY, day),
        names: name === '' ? [] : [name],
        numbers: numbered ? ['FT12345678'] : [],
        kind,
      }),
    ),
  )

const keysOf = (all: readonly Proposal[]) => all.map(({ lineIds, txnIds }) => `${lineIds}=${txnIds}`).toSorted()

it('uses no line and no entry twice, and both sides of a match come to the same', () => {
  fc.assert(
    fc.property(someLines, someBooked, (lines, entries) => {
      const found = certainMatches(lines, entries)
      const [ids, txns] = [found.flatMap(({ lineIds }) => lineIds), found.flatMap(({ txnIds }) => txnIds)]
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(txns).size).toBe(txns.length)
      for (const { lineIds, txnIds } of found) {
        const sumOf = (all: readonly { readonly fen: number }[]) => all.reduce((sum, { fen }) => sum + fen, 0)
        expect(sumOf(lines.filter(({ id }) => lineIds.includes(id)))).toBe(
          sumOf(entries.filter(({ txnIds: [id] }) => txnIds.includes(id!))),
        )
      }
    }),
  )
})

it('is the same in whatever order lines and entries are read', () => {
  fc.assert(
    fc.property(someLines, someBooked, (lines, entries) => {
      expect(keysOf(certainMatches(lines.toReversed(), entries.toReversed()))).toEqual(
        keysOf(certainMatches(lines, entries)),
      )
    }),
  )
})

it('what is certain is among what a person is proposed', () => {
  fc.assert(
    fc.property(someLines, someBooked, (lines, entries) => {
      for (const { lineIds, txnIds } of certainMatches(lines, entries)) {
        const [first] = lines.filter(({ id }) => id === lineIds[0])
        const same = entries.filter(({ fen }) => fen === first!.fen).length
        // A page shows a few: of many alike the certain one is still the first by its rank.
        if (same > 5 || txnIds.length !== 1) continue
        const offered = proposalsFor(first!, { lines, booked: entries, inTransit: [] })
        expect(offered.flatMap((one) => one.txnIds)).toContain(txnIds[0])
      }
    }),
  )
})

it('finds the balance at the end of a day in whatever order its lines stand', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.array(
        fc.integer({ min: -500, max: 500 }).filter((fen) => fen !== 0),
        { minLength: 1, maxLength: 12 },
      ),
      fc.nat(),
      (opening, amountsOfDay, turn) => {
        let balance = opening
        const lines = amountsOfDay.map((fen) => {
          balance += fen
          return { fen, balanceFen: balance }
        })
        const at = turn % lines.length
        const found = endOfDay([...lines.slice(at), ...lines.slice(0, at)].toReversed())
        expect(found).toBe(balance === opening ? null : balance)
      },
    ),
  )
  const gap = [
    { fen: 100, balanceFen: 100 },
    { fen: 5, balanceFen: 300 },
  ]
  expect(endOfDay(gap)).toBeNull()
  expect(endOfDay([{ fen: 100, balanceFen: null }])).toBeNull()
})
