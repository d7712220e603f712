import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { bankLineState, bankNature } from '@cheyi/domain/money/bank/codes'
import { bankLineSteps, isOpenBankLine } from '@cheyi/domain/money/bank/line'
import { proposalsFor } from '@cheyi/domain/money/bank/match'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, implement, newId, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { screen } from '../../kernel/screen.ts'
import { enqueue } from '../../platform/job/actions.ts'
import { importTable, tryTable } from '../../platform/table-import/actions.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { moneyInTransit } from '../cash-shift/actions.ts'
import { type BankEntry, entriesOfMatch, entryCount, entryPage, matchableEntries, recentEntries } from './booked.ts'
import { days } from './days.ts'
import { bankImport, makeBankTemplate } from './import/work.ts'
import { match, undo } from './match.ts'
import { matchAll } from './match-certain.ts'
import * as store from './store.ts'

/** Lines and entries of a match that its page shows. */
const SHOWN = 50

const lineOf = ({ id, balanceFen, reason, matchReason, ...row }: store.ShownLine) => ({
  ...row,
  lineId: id,
  balance: balanceFen,
  reason: matchReason ?? reason,
})

const entryOf = ({ txnId, day, fen, what }: BankEntry) => ({ txnId, day, fen, what })

async function matchOf(ctx: Context, matchId: string) {
  const [found, lines, entries] = await Promise.all([
    store.matchById(ctx, matchId),
    store.linesOfMatch(ctx, matchId, SHOWN),
    entriesOfMatch(ctx, matchId, SHOWN),
  ])
  const row = requireFound(found)
  return {
    matchId,
    byRule: row.byRule,
    byName: row.byName,
    at: row.createdAt,
    reason: row.reason,
    lines: lines.map(lineOf),
    lineCount: row.lineCount,
    entries: entries.map(entryOf),
    entryCount: row.entryCount,
    posted: row.postedKey !== null,
  }
}

async function proposals(ctx: Context, lineId: string) {
  const line = requireFound(await store.openLine(ctx, lineId))
  const lines = await store.openLines(ctx)
  const booked = matchableEntries(await recentEntries(ctx))
  const inTransit = (await moneyInTransit(ctx, undefined)).map(({ balance, ...row }) => ({ ...row, fen: balance }))
  return proposalsFor(line, { lines, booked, inTransit }).map(
    ({ lineIds, txnIds, arrived, charge = false, ...one }) => ({
      ...one,
      lineIds: [...lineIds],
      txnIds: [...txnIds],
      arrived:
        arrived === undefined ? null : { storeId: arrived.storeId, account: arrived.account, fee: arrived.feeFen },
      charge,
    }),
  )
}

/** @throws Refusal notFound (-4), stale (-5) */
async function lockLineAtVersion(ctx: Context, lineId: string, version: number) {
  await store.lockMatching(ctx)
  const row = requireFound((await store.lockLines(ctx, [lineId]))[0])
  if (row.version !== version) throw new Refusal('stale')
  return row
}

export const bank = implement(contract.bank, {
  accounts: async (_, ctx) =>
    (await store.accounts(ctx)).map(({ openingFen, balanceFen, ...row }) => ({
      ...row,
      opening: openingFen,
      balance: balanceFen,
    })),

  async accountCreate({ opening, openingOn, ...row }, ctx) {
    if (openingOn > localDate(ctx.now)) throw badInput('openingOn', '启用日期不能晚于今天')
    const accountId = await newId(ctx)
    await store.insertAccount(ctx, { id: accountId, ...row, openingOn, openingFen: opening })
    ctx.audit({
      targetType: 'bankAccount',
      targetId: accountId,
      after: { name: row.name, openingOn, openingBalance: opening },
    })
    return { accountId }
  },

  /** @throws Refusal notFound (-4), stale (-5), badInput (-2) for a first day after the first line */
  async accountEdit({ accountId, version, opening, openingOn, name, stopped }, ctx) {
    const row = requireFound(await store.lockAccount(ctx, accountId))
    if (row.version !== version) throw new Refusal('stale')
    if (openingOn > (row.firstOn ?? localDate(ctx.now)))
      throw badInput(
        'openingOn',
        row.firstOn === null ? '启用日期不能晚于今天' : `已有${row.firstOn}的流水，启用日期不能更晚`,
      )
    await store.updateAccount(ctx, accountId, { name, openingOn, openingFen: opening, stopped })
    ctx.audit({
      targetType: 'bankAccount',
      targetId: accountId,
      after: { name, openingOn, openingBalance: opening, stopped },
    })
    return { version: version + 1 }
  },

  async page(input, ctx) {
    const [lines, counts] = await Promise.all([
      store.page(ctx, input, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
      isFirstPage(input) ? store.counts(ctx) : null,
    ])
    const { rows, nextCursor } = buildPage(lines, input, ({ dayNo, id }) => [dayNo, id])
    return { list: rows.map(lineOf), nextCursor, ...totalOf(null), counts }
  },

  async detail({ lineId }, ctx) {
    const line = requireFound(await store.lineById(ctx, lineId))
    return {
      ...lineOf(line),
      match: line.matchId === null ? null : await matchOf(ctx, line.matchId),
      proposals: isOpenBankLine(line.state) && line.nature !== bankNature.trade ? await proposals(ctx, lineId) : [],
    }
  },

  async entries(input, ctx) {
    const { lineId } = input
    if (lineId === undefined) {
      return listAnswer(input, {
        rows: entryPage(ctx, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
        count: () => entryCount(ctx),
        keys: ({ dayNo, txnId }) => [dayNo, txnId],
        view: (entry) => ({ ...entryOf(entry), names: [...entry.names] }),
      })
    }
    const { fen, day } = requireFound(await store.lineById(ctx, lineId))
    const distance = (entry: BankEntry) => Math.abs(Date.parse(entry.day) - Date.parse(day))
    const near = (await recentEntries(ctx))
      .filter((entry) => Math.sign(entry.fen) === Math.sign(fen))
      .toSorted((a, b) => Number(b.fen === fen) - Number(a.fen === fen) || distance(a) - distance(b))
    const list = near.slice(0, pageSize(input)).map((entry) => ({ ...entryOf(entry), names: [...entry.names] }))
    return { list, nextCursor: null, ...totalOf(near.length) }
  },

  days,
  match,
  matchAll,
  undo,

  async exclude({ lineId, version, reason }, ctx) {
    const row = await lockLineAtVersion(ctx, lineId, version)
    const state = advance(bankLineSteps, 'exclude', row.state)
    await store.setState(ctx, lineId, state, reason)
    ctx.audit({ targetType: 'bankLine', targetId: lineId, after: { amount: row.fen, reason } })
    return { state, version: version + 1 }
  },

  async include({ lineId, version }, ctx) {
    const row = await lockLineAtVersion(ctx, lineId, version)
    const state = advance(bankLineSteps, 'include', row.state)
    await store.setState(ctx, lineId, state, '')
    ctx.audit({ targetType: 'bankLine', targetId: lineId, after: { amount: row.fen } })
    return { state, version: version + 1 }
  },

  importTemplate: async (_, ctx) => ({ jobId: await enqueue(ctx, makeBankTemplate, {}) }),

  async importCheck({ mediaId, accountId, ...reading }, ctx) {
    const accounts = await store.accounts(ctx)
    requireFound(accounts.find((one) => one.accountId === accountId))
    return tryTable(ctx, bankImport, mediaId, { accountId, ...reading })
  },

  importConfirm: ({ jobId, mode }, ctx) => importTable(ctx, bankImport, jobId, mode),
})

isCountedBySql<number>(
  'bankLine',
  `select to_json(count(*)) from bank_line where state = ${bankLineState.open} and nature <> ${bankNature.trade}`,
  (count) => [{ name: '待匹配银行流水', count, link: screen('bank.list', {}) }],
  { also: 'data.money', whole: true },
)
