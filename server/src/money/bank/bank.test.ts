import { contract } from '@cheyi/contract/index'
import { bankKind, bankLineState } from '@cheyi/domain/money/bank/codes'
import { bankImportHeading } from '@cheyi/domain/money/bank/import/columns'
import { alipayBill, ccb, cmb, icbc, wechatFunds } from '@cheyi/domain/money/bank/import/testing'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { addDays, localDate } from '@cheyi/domain/time'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeTable } from '../../outside/table/tables.ts'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { tableDesk } from '../../testing/world/imports.ts'
import { finance, other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { bank, payment, cashShift } = contract
sharedMerchant({ cars: 30, other: true, now: at('11-20T10:00') } as never)
afterEach(() => booksAgree(t))

const TODAY = () => localDate(t.clock.now())
const text = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
/** The bytes of a text in the encoding of spreadsheet programs on Chinese Windows, by the table of the reader itself. */
function gbk(content: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, Buffer>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const bytes = Buffer.from([high, low])
      const sign = decoder.decode(bytes)
      if ([...sign].length === 1 && !codes.has(sign)) codes.set(sign, bytes)
    }
  return Buffer.concat([...content].map((sign) => (sign.charCodeAt(0) < 0x80 ? Buffer.from(sign) : codes.get(sign)!)))
}

let accountNo = 1000
const openAccount = async (kind: number = bankKind.bank, openingOn = '2026-11-01', opening = 0) =>
  (
    await t.call(
      bank.accountCreate,
      { kind, name: `账户${++accountNo}`, accountNo: String(accountNo), openingOn, opening } as never,
      finance(),
    )
  ).accountId
const desk = () => tableDesk(t, { check: bank.importCheck, confirm: bank.importConfirm, token: w.tokens.finance })
async function importFile(accountId: string, bytes: Buffer, name = '流水.csv') {
  const { jobId } = await desk().check(await desk().upload(bytes, name), { accountId })
  return desk().confirm(jobId)
}
const importRows = (
  accountId: string,
  rows: readonly (readonly string[])[],
  heading: readonly string[] = bankImportHeading,
) => importFile(accountId, Buffer.from(text([heading, ...rows])))
const plain = ['交易日期', '收入', '支出', '余额', '对方户名', '摘要']
const linesOf = async (accountId: string) => (await t.call(bank.page, { accountId, pageSize: 100 }, finance())).list
const oneLine = async (accountId: string, note: string) =>
  (await linesOf(accountId)).find((line) => line.note.includes(note))!
const balanceOf = async (name: string) =>
  Number(
    (
      await t.root.query(
        'select coalesce(sum(debit_fen - credit_fen), 0) as fen from ledger_entry where merchant_id = $1 and account = $2',
        [w.merchantId, name],
      )
    ).rows[0].fen,
  )
const yuan = (fen: number) => (fen / 100).toFixed(2)

/** An order whose customer has paid so much by a transfer. */
async function transferred(amount: number, more: object = {}) {
  const { orderId } = await book(t, w)
  await t.call(payment.collect, { orderId, payKind: payKind.rent, amount, payWay: payWay.bank, ...more }, owner())
  return t.call(contract.order.detail, { orderId }, owner())
}

beforeAll(async () => {
  const { version } = await t.call(contract.merchant.paySetting, {}, owner())
  const payWays = [payWay.cash, payWay.bank, payWay.pos]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
  t.clock.set(at('11-20T10:00'))
})

describe('an import', () => {
  it.each([
    ['ICBC as GBK', icbc, (rows: typeof icbc) => gbk(text(rows)), '.csv', 4],
    ['CMB as UTF-8 with a mark', cmb, (rows: typeof cmb) => Buffer.from(`\ufeff${text(rows)}`), '.csv', 2],
    [
      'CCB as a workbook',
      ccb,
      (rows: typeof ccb) => writeTable([{ name: '明细', rows: rows.map((one) => [...one]), widths: [] }]),
      '.xlsx',
      2,
    ],
    ['WeChat', wechatFunds, (rows: typeof icbc) => Buffer.from(text(rows)), '.csv', 4],
    ['Alipay as GBK', alipayBill, (rows: typeof icbc) => gbk(text(rows)), '.csv', 3],
  ] as const)('of %s adds each line once', async (_, table, bytesOf, extension, count) => {
    const accountId = await openAccount()
    const bytes = await bytesOf(table)
    expect(await importFile(accountId, bytes, `流水${extension}`)).toMatchObject({
      state: jobState.done,
      counts: { created: count, failed: 0 },
    })
    expect(await importFile(accountId, bytes, `流水${extension}`)).toMatchObject({ counts: { created: 0, failed: 0 } })
    expect(await linesOf(accountId)).toHaveLength(count)
  })

  it('keeps no more than four digits of the other account', async () => {
    const accountId = await openAccount()
    await importRows(accountId, icbc.slice(3), icbc[2])
    expect((await linesOf(accountId)).map(({ partyTail }) => partyTail)).toContain('7788')
    const { rows } = await t.root.query('select row_to_json(l)::text as line from bank_line l where account_id = $1', [
      accountId,
    ])
    expect(rows.map(({ line }) => line).join()).not.toContain('31050161360000007788')
  })

  it('names what is wrong with a row, and takes the others', async () => {
    const accountId = await openAccount()
    const ended = await importRows(
      accountId,
      [
        ['2026-11-03', '100', '', '', '', '好'],
        ['2026-11-31', '100', '', '', '', '没有这天'],
        ['2026-11-03', '一百', '', '', '', ''],
        ['2099-01-01', '1', '', '', '', ''],
        ['2026-10-01', '1', '', '', '', ''],
        ['合计', '100', '', '', '', ''],
      ],
      plain,
    )
    expect(ended).toMatchObject({ state: jobState.partly, counts: { created: 1, skipped: 2, failed: 3 } })
  })

  it('knows a column that was chosen by hand the next time', async () => {
    const accountId = await openAccount()
    const tableOf = (amount: string) => Buffer.from(`交易日期,到账数,对方户名\n2026-11-03,${amount},浦江维修\n`)
    const chosen = { accountId, columns: [{ column: 1, key: 'amount' }] }
    const { jobId } = await desk().check(await desk().upload(tableOf('100'), '流水.csv'), chosen)
    expect(await desk().confirm(jobId)).toMatchObject({ state: jobState.done, counts: { created: 1 } })
    expect(await importFile(accountId, tableOf('200'))).toMatchObject({ counts: { created: 1 } })
  })

  it.each([
    ['no table', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2]), '.csv'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004 nothing'), '.xlsx'],
    ['an empty file', Buffer.from('\n\n'), '.csv'],
    ['other columns', Buffer.from('姓名,电话\n张三,138'), '.csv'],
  ])('refuses %s and writes nothing', async (_, bytes, extension) => {
    const accountId = await openAccount()
    const sent = await desk().send(bytes, `坏文件${extension}`)
    if (sent.success) {
      const { mediaId } = sent.data as { mediaId: string }
      const trial = await desk().check(mediaId, { accountId })
      expect(trial.counts?.created ?? 0).toBe(0)
      expect(trial.message).not.toBe('')
    } else expect(sent.message).not.toBe('')
    expect(await linesOf(accountId)).toEqual([])
  })

  it('is of an account of the merchant, by whoever may reconcile', async () => {
    const mediaId = await desk().upload(Buffer.from(text(icbc)), '流水.csv')
    expect(await t.send(bank.importCheck, { accountId: '999', mediaId }, finance())).toMatchObject({ errorCode: -4 })
    const accountId = await openAccount()
    const foreign = { token: other.tokens.owner }
    expect(await t.send(bank.importCheck, { accountId, mediaId }, foreign)).toMatchObject({ errorCode: -4 })
    expect(await t.call(bank.accounts, {}, foreign)).toEqual([])
    const clerk = { token: w.tokens.clerk }
    for (const [call, input] of [
      [bank.importCheck, { accountId, mediaId }],
      [bank.page, {}],
      [bank.matchAll, {}],
    ] as const)
      expect(await t.send(call as never, input as never, clerk)).toMatchObject({ errorCode: -3 })
  })
})

describe('a match', () => {
  it('is made by itself where the name and the amount are of one transfer only, and moves nothing in the ledger', async () => {
    const accountId = await openAccount()
    const { contactName } = await transferred(23_457)
    const before = await balanceOf(account.bank)
    await importRows(accountId, [[TODAY(), '234.57', '', '', contactName, '转账']], plain)
    const [line] = await linesOf(accountId)
    expect(line).toMatchObject({ state: bankLineState.matched, reason: '对方户名相同，金额相同' })
    expect(await balanceOf(account.bank)).toBe(before)
    const { match } = await t.call(bank.detail, { lineId: line!.lineId }, finance())
    expect(match).toMatchObject({
      byRule: true,
      lineCount: 1,
      entryCount: 1,
      entries: [{ fen: 23_457 }],
      posted: false,
    })
    expect(
      await t.send(
        bank.match,
        { lineIds: [line!.lineId], txnIds: match!.entries.map(({ txnId }) => txnId) },
        finance(),
      ),
    ).toMatchObject({ errorCode: -5 })
  })

  it('is proposed where only the amount tells, chosen by a person, undone, and chosen again', async () => {
    const accountId = await openAccount()
    await transferred(77_001)
    await importRows(accountId, [[TODAY(), '770.01', '', '', '某人', '往来']], plain)
    const { lineId } = await oneLine(accountId, '往来')
    const { proposals } = await t.call(bank.detail, { lineId }, finance())
    expect(proposals).toMatchObject([{ reason: `金额相同，${TODAY()}记账`, lineIds: [lineId] }])
    const input = { lineIds: [lineId], txnIds: proposals[0]!.txnIds }
    const { matchId } = await t.call(bank.match, input, finance())
    expect((await t.call(bank.entries, { lineId }, finance())).list.map(({ txnId }) => txnId)).not.toContain(
      input.txnIds[0],
    )
    expect(await t.call(bank.undo, { matchId, reason: '不是这笔' }, finance())).toEqual({ lines: 1 })
    expect(await t.send(bank.undo, { matchId, reason: '再来' }, finance())).toMatchObject({ errorCode: -5 })
    const both = await Promise.all([t.send(bank.match, input, finance()), t.send(bank.match, input, finance())])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
  })

  it('of sums that differ is refused, and so is a voucher or a line of nobody', async () => {
    const accountId = await openAccount()
    await transferred(55_001)
    await importRows(accountId, [[TODAY(), '550.02', '', '', '', '差一分']], plain)
    const { lineId } = await oneLine(accountId, '差一分')
    const { list } = await t.call(bank.entries, { lineId }, finance())
    const txnId = list.find(({ fen }) => fen === 55_001)!.txnId
    const send = (input: object) =>
      t.send(bank.match, { lineIds: [lineId], txnIds: [txnId], ...input } as never, finance())
    expect(await send({})).toMatchObject({ errorCode: 4023, message: expect.stringContaining('0.01') })
    expect(await send({ txnIds: ['999999999'] })).toMatchObject({ errorCode: -4 })
    expect(await send({ lineIds: ['999999999'] })).toMatchObject({ errorCode: -4 })
    expect(await send({ txnIds: [] })).toMatchObject({ errorCode: -2 })
    expect(
      await t.send(bank.match, { lineIds: [lineId], txnIds: [txnId] }, { token: other.tokens.owner }),
    ).toMatchObject({ errorCode: -4 })
  })

  it('posts money in transit that has arrived, with the fee of its card machine, and an undo takes it back', async () => {
    const accountId = await openAccount()
    const { orderId } = await book(t, w)
    await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: 50_000, payWay: payWay.pos }, owner())
    const [inTransit, inBank] = [await balanceOf(account.posClearing), await balanceOf(account.bank)]
    await importRows(accountId, [[TODAY(), yuan(inTransit - 250), '', '', '银联商务', 'POS清算']], plain)
    const { lineId } = await oneLine(accountId, 'POS清算')
    const { proposals } = await t.call(bank.detail, { lineId }, finance())
    const { arrived } = proposals.find((one) => one.arrived !== null)!
    expect(arrived).toMatchObject({ account: account.posClearing, fee: 250 })
    const { matchId } = await t.call(bank.match, { lineIds: [lineId], txnIds: [], arrived: arrived! }, finance())
    expect(await balanceOf(account.posClearing)).toBe(0)
    expect(await balanceOf(account.bank)).toBe(inBank + inTransit - 250)
    await booksAgree(t)
    await t.call(bank.undo, { matchId, reason: '不是清算款' }, finance())
    expect(await balanceOf(account.posClearing)).toBe(inTransit)
    expect(await balanceOf(account.bank)).toBe(inBank)
    const more = { ...arrived!, fee: 251 }
    expect(await t.send(bank.match, { lineIds: [lineId], txnIds: [], arrived: more }, finance())).toMatchObject({
      errorCode: 4002,
    })
  })

  it('that is sent again is answered as before, and posts once; a correction of its arrival leaves nothing to reverse', async () => {
    const accountId = await openAccount()
    await importRows(accountId, [[TODAY(), '', '7.00', '', '', '回单工本费']], plain)
    const { lineId } = await oneLine(accountId, '回单工本费')
    const inBank = await balanceOf(account.bank)
    const again = () =>
      t.call(bank.match, { lineIds: [lineId], txnIds: [], charge: true }, { ...finance(), key: 'bank-charge-1' })
    expect(await again()).toEqual(await again())
    expect(await balanceOf(account.bank)).toBe(inBank - 700)

    const { orderId } = await book(t, w)
    await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: 30_000, payWay: payWay.pos }, owner())
    await importRows(accountId, [[TODAY(), '300.00', '', '', '', '银联清算']], plain)
    const line = await oneLine(accountId, '银联清算')
    const arrived = { storeId: w.stores.hongqiao, account: account.posClearing, fee: 0 }
    const send = () =>
      t.call(bank.match, { lineIds: [line.lineId], txnIds: [], arrived }, { ...finance(), key: 'bank-arrived-1' })
    const { matchId } = await send()
    expect(await send()).toEqual({ matchId })
    const { match } = await t.call(bank.detail, { lineId: line.lineId }, finance())
    const input = { txnId: match!.entries[0]!.txnId, reason: '登记错误' }
    const { data } = await t.send(payment.correct, input, finance())
    const { approvalId } = data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, owner())
    await t.call(payment.correct, input, { ...finance(), headers: { 'x-approval-id': approvalId } })
    expect(await t.call(bank.undo, { matchId, reason: '已更正' }, finance())).toEqual({ lines: 1 })
    expect((await t.call(bank.entries, {}, finance())).list.map(({ txnId }) => txnId)).not.toContain(input.txnId)
  })

  it('posts the fee of a bank and its interest, and marks what concerns other books', async () => {
    const accountId = await openAccount()
    const [fees, inBank] = [await balanceOf(account.paymentFee), await balanceOf(account.bank)]
    await importRows(
      accountId,
      [
        [TODAY(), '', '15.00', '', '', '账户管理费'],
        [TODAY(), '3.21', '', '', '', '结息'],
        [TODAY(), '', '9000.00', '', '员工', '工资'],
      ],
      plain,
    )
    for (const note of ['账户管理费', '结息']) {
      const { lineId } = await oneLine(accountId, note)
      const [proposal] = (await t.call(bank.detail, { lineId }, finance())).proposals
      expect(proposal).toMatchObject({ charge: true })
      await t.call(bank.match, { lineIds: [lineId], txnIds: [], charge: true }, finance())
    }
    expect(await balanceOf(account.paymentFee)).toBe(fees + 1500 - 321)
    expect(await balanceOf(account.bank)).toBe(inBank - 1500 + 321)
    const { lineId, version } = await oneLine(accountId, '工资')
    const out = await t.call(bank.exclude, { lineId, version, reason: '工资' }, finance())
    expect(out.state).toBe(bankLineState.outside)
    expect(await t.send(bank.exclude, { lineId, version, reason: '工资' }, finance())).toMatchObject({ errorCode: -5 })
    expect(await t.call(bank.include, { lineId, version: out.version }, finance())).toMatchObject({
      state: bankLineState.open,
    })
  })

  it('joins cash that was handed in, and a withdrawal with the account that it reached', async () => {
    const { orderId } = await book(t, w)
    await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: 34_567, payWay: payWay.cash }, owner())
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(cashShift.handIn, { storeId: w.stores.hongqiao, amount: 34_567, voucherIds }, owner())
    const accountId = await openAccount()
    const wechat = await openAccount(bankKind.wechat)
    await importRows(wechat, [[TODAY(), '', '4000.00', '', '', '提现']], plain)
    await importRows(
      accountId,
      [
        [TODAY(), '345.67', '', '', '', '现金存款'],
        [TODAY(), '4000.00', '', '', '财付通支付科技有限公司', '提现到账'],
      ],
      plain,
    )
    expect((await linesOf(accountId)).map(({ state }) => state)).toEqual([bankLineState.matched, bankLineState.matched])
    expect((await linesOf(wechat))[0]).toMatchObject({ state: bankLineState.matched, reason: '提现到银行，金额相同' })
  })

  it('is found later by the hourly run, once the ledger has what the line waited for', async () => {
    const accountId = await openAccount()
    await importRows(accountId, [[TODAY(), '810.11', '', '', '周慧敏', 'FT2026112000917']], plain)
    expect((await linesOf(accountId))[0]).toMatchObject({ state: bankLineState.open })
    await transferred(81_011, { slipNo: 'FT2026112000917' })
    await runMerchants(t, 'bankMatch')
    expect((await linesOf(accountId))[0]).toMatchObject({
      state: bankLineState.matched,
      reason: '流水号相同，金额相同',
    })
  })
})

it('the balance of the bank stands beside that of the ledger, and what differs is told apart', async () => {
  await openAccount()
  const { list: before } = await t.call(bank.days, { month: '2026-11' }, finance())
  const accountId = await openAccount(bankKind.bank, '2026-11-10', 100_000)
  await importRows(
    accountId,
    [
      ['2026-11-11', '50.00', '', '1050.00', '', '甲'],
      ['2026-11-12', '', '20.00', '1040.00', '', '乙'],
    ],
    plain,
  )
  const { list } = await t.call(bank.days, { month: '2026-11' }, finance())
  expect(list[0]!.day).toBe(TODAY())
  expect(list.at(-1)!.day).toBe('2026-11-01')
  for (const { bank: there, books, open, outside, transit } of list)
    expect(there - books).toBe(open + outside + transit)
  const change = (day: string) => {
    const [now, then] = [list, before].map((all) => all.find((one) => one.day === day)!)
    return [now!.bank - then!.bank, now!.books - then!.books, now!.open - then!.open, now!.gap - then!.gap]
  }
  expect(change('2026-11-09')).toEqual([0, 0, 0, 0])
  expect(change('2026-11-10')).toEqual([100_000, 100_000, 0, 0])
  expect(change('2026-11-11')).toEqual([105_000, 100_000, 5_000, 0])
  // The statement says 10.00 more than its lines: a line of the day before is missing.
  expect(change('2026-11-12')).toEqual([103_000, 100_000, 3_000, 1_000])
  expect((await t.call(bank.accounts, {}, finance())).find((one) => one.accountId === accountId)).toMatchObject({
    balance: 103_000,
    lastOn: '2026-11-12',
  })
  expect(await t.send(bank.days, { month: '2026-13' }, finance())).toMatchObject({ errorCode: -2 })
})

it.each<[string, string, string]>([
  ['a line', 'bank_line set fen = fen + 1 where match_id is not null', '两边金额不一致'],
  ['a voucher of a match', 'bank_match_entry set fen = fen + 1 where not undone', '与账簿不一致'],
  ['the day of a voucher', 'bank_match_entry set posted_on = posted_on - 1 where not undone', '与账簿不一致'],
  ['a day', 'bank_day set fen = fen + 1', '的合计与流水不一致'],
  [
    'what was posted',
    "bank_match set posted_key = 'J23:charge:1' where posted_key is not null and undone_at is null",
    '没有流水匹配',
  ],
])('check:money finds %s that was changed', async (_, change, words) => {
  await t.root.query('begin')
  await t.root.query('set local session_replication_role = replica')
  await t.root.query(`update ${change}`)
  const found = (await moneyFaults(t)).map(({ what }) => what)
  await t.root.query('rollback')
  expect(found.some((what) => what.includes(words))).toBe(true)
})

it('an account is edited under its version, and never begins after its first line', async () => {
  const accountId = await openAccount()
  await importRows(accountId, [[addDays(TODAY(), -5), '1', '', '', '', '一元']], plain)
  const edit = (input: object) =>
    t.send(
      bank.accountEdit,
      { accountId, version: 1, name: '工行', openingOn: '2026-11-01', opening: 5, ...input } as never,
      finance(),
    )
  expect(await edit({ openingOn: TODAY() })).toMatchObject({ errorCode: -2 })
  expect(await edit({})).toMatchObject({ success: true })
  expect(await edit({})).toMatchObject({ errorCode: -5 })
  expect(
    await t.send(
      bank.accountCreate,
      { kind: 1, name: '重', accountNo: String(accountNo), openingOn: TODAY(), opening: 0 },
      finance(),
    ),
  ).toMatchObject({ errorCode: -2 })
})
