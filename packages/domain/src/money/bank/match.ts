import { formatMoney } from '../../money.ts'
import { epochDayOf, type LocalDate } from '../../time.ts'
import type { AwaitedAccount } from '../payment/ledger.ts'
import { type BankNature, bankNature } from './codes.ts'

/*
 * Finds what lines of bank statements are: entries that the ledger has on its account bank, a transfer between two own accounts, money in
 * transit that has arrived, or a charge of the bank. Only what has one possible answer is certain; everything else is proposed to a person.
 */

export interface OpenLine {
  readonly id: string
  readonly accountId: string
  readonly on: LocalDate
  /** Positive: received. */
  readonly fen: number
  readonly party: string
  readonly note: string
  readonly lineNo: string
  readonly nature: BankNature
}

/** Kinds of ledger entries, each told by other words of a bank statement: 财付通 by a WeChat settlement, 存现 by cash handed in. */
export type BookedKind = 'cash' | 'wechat' | 'alipay' | 'card' | 'platform' | 'payment'

/** Entries of the ledger on its account bank that one line may pay together, such as those of one receipt or of one bill. */
export interface Booked {
  readonly key: string
  readonly txnIds: readonly string[]
  readonly fen: number
  /** Of its business: the day of the bill, or of the posting. */
  readonly day: LocalDate
  readonly kind: BookedKind
  /** Who paid or is paid. */
  readonly names: readonly string[]
  /** Numbers of slips and providers. */
  readonly numbers: readonly string[]
  /** What a person reads: 张三 租金. */
  readonly what: string
}

/** Money in transit of a store, of which no entry on the account bank exists yet. */
export interface InTransit {
  readonly storeId: string
  readonly storeName: string
  readonly account: AwaitedAccount
  readonly fen: number
}

export interface Arrived {
  readonly storeId: string
  readonly account: AwaitedAccount
  /** What the bank or the platform kept. */
  readonly feeFen: number
}

export interface Proposal {
  readonly lineIds: readonly string[]
  readonly txnIds: readonly string[]
  readonly arrived?: Arrived
  /** A fee of the bank, or interest: posted with the match. */
  readonly charge?: true
  readonly what: string
  /** Why it is proposed, for the person who decides. */
  readonly reason: string
}

/** How sure a candidate is; the smaller the surer. */
const rank = { number: 0, name: 1, word: 2, amount: 3 } as const
type Rank = (typeof rank)[keyof typeof rank]

/** Days that a line may be before and after its entry: people record a transfer late, and banks settle late. */
const BEFORE = 10
export const AFTER = 15
/** Of entries that only a word tells, such as a settlement of a card machine. */
const SOON = 5
/** Days of a provider's bills that one withdrawal may pay. */
const MOST_DAYS = 31
export const MAX_PROPOSALS = 6
/** Days between two lines of a transfer from one own account to another. */
const OWN_DAYS = 3

const words: Readonly<Record<BookedKind, RegExp>> = {
  cash: /现金|存现|现存|ATM|柜台存/,
  wechat: /财付通|微信|TENPAY/i,
  alipay: /支付宝|ALIPAY|网商/i,
  card: /银联|收单|POS|特约商户|清算/i,
  platform: /携程|飞猪|租租车|哈啰|滴滴|腾讯|悟空|平台|结算款/,
  payment: /(?!)/,
}

/** A name without what banks leave out or add: blanks, brackets, the legal form. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s()·*-]/g, '')
    .replace(/(股份)?有限(责任)?公司$/, '')

/** A name of one character would be found everywhere; a bank may show a person as 张*. */
function isNamed({ party, note }: Pick<OpenLine, 'party' | 'note'>, name: string): boolean {
  const asked = plain(name)
  if (asked.length < 2) return false
  const other = plain(party)
  return (
    other === asked ||
    (other.length > 1 && (other.includes(asked) || asked.includes(other))) ||
    plain(note).includes(asked)
  )
}

const digits = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()
const isNumbered = ({ note, lineNo }: Pick<OpenLine, 'note' | 'lineNo'>, number: string): boolean => {
  const asked = digits(number)
  return asked.length >= 6 && (digits(lineNo) === asked || digits(note).includes(asked))
}

const daysAfter = (line: Pick<OpenLine, 'on'>, { day }: Pick<Booked, 'day'>): number =>
  epochDayOf(line.on) - epochDayOf(day)

/** How sure it is that a line pays these entries; null: it does not. */
function rankOf(line: OpenLine, booked: Booked): Rank | null {
  if (line.fen !== booked.fen || line.nature === bankNature.trade) return null
  const days = daysAfter(line, booked)
  if (booked.numbers.some((number) => isNumbered(line, number))) return rank.number
  if (days < -BEFORE || days > AFTER) return null
  if (booked.names.some((name) => isNamed(line, name))) return rank.name
  const says = words[booked.kind].test(`${line.party} ${line.note}`)
  if (says && days >= -1 && days <= SOON) return rank.word
  return rank.amount
}

const reasons: Readonly<Record<Rank, string>> = {
  0: '流水号相同，金额相同',
  1: '对方户名相同，金额相同',
  2: '摘要相符，金额相同，日期相近',
  3: '金额相同',
}

interface Edge {
  readonly line: OpenLine
  readonly booked: Booked
  readonly rank: Rank
}

/** Entries by amount, so that a line is compared with the few of its own. */
function byFen(booked: readonly Booked[]): ReadonlyMap<number, readonly Booked[]> {
  const found = new Map<number, Booked[]>()
  for (const one of booked) found.set(one.fen, [...(found.get(one.fen) ?? []), one])
  return found
}

const edgesOf = (line: OpenLine, booked: ReadonlyMap<number, readonly Booked[]>): Edge[] =>
  (booked.get(line.fen) ?? []).flatMap((one) => {
    const found = rankOf(line, one)
    return found === null ? [] : [{ line, booked: one, rank: found }]
  })

const proposalOf = ({ line, booked, rank: of }: Edge): Proposal => ({
  lineIds: [line.id],
  txnIds: booked.txnIds,
  what: booked.what,
  reason: reasons[of],
})

/**
 * Bills of a provider over several days that follow each other, which one withdrawal pays together. `booked` of one contract, each of one
 * day.
 */
function runsOf(fen: number, booked: readonly Booked[]): Booked[] {
  const days = booked.toSorted((a, b) => epochDayOf(a.day) - epochDayOf(b.day) || a.key.localeCompare(b.key))
  const runs: Booked[] = []
  for (let from = 0; from < days.length; from++) {
    let sum = 0
    for (let to = from; to < Math.min(days.length, from + MOST_DAYS); to++) {
      sum += days[to]!.fen
      if (sum !== fen || to === from) continue
      const run = days.slice(from, to + 1)
      const [first, last] = [run[0]!, run.at(-1)!]
      runs.push({
        ...last,
        key: `${first.key}…${last.key}`,
        txnIds: run.flatMap(({ txnIds }) => txnIds),
        fen,
        what: `${first.what}至${last.what}`,
      })
    }
  }
  return runs
}

const isBill = ({ kind }: Booked): boolean => kind === 'wechat' || kind === 'alipay'
const contractOf = ({ key }: Booked): string => key.slice(0, key.lastIndexOf(':'))

/** Entries with the runs of bills that a line of a provider may pay. */
function withRuns(lines: readonly OpenLine[], booked: readonly Booked[]): Booked[] {
  const contracts = Map.groupBy(booked.filter(isBill), contractOf)
  const wanted = new Set(
    lines
      .filter(({ party, note }) => words.wechat.test(`${party} ${note}`) || words.alipay.test(`${party} ${note}`))
      .map(({ fen }) => fen),
  )
  return [...booked, ...[...wanted].flatMap((fen) => [...contracts.values()].flatMap((bills) => runsOf(fen, bills)))]
}

/** Whether two lines are both sides of a transfer between own accounts, and whether one of them says so. */
function ownTransfer(a: OpenLine, b: OpenLine): 'certain' | 'possible' | null {
  if (a.accountId === b.accountId || a.fen !== -b.fen) return null
  if (a.nature === bankNature.trade || b.nature === bankNature.trade) return null
  if (Math.abs(epochDayOf(a.on) - epochDayOf(b.on)) > OWN_DAYS) return null
  const withdraws = a.nature === bankNature.withdrawal || b.nature === bankNature.withdrawal
  return withdraws || [a, b].every(({ note }) => /互转|本行转账|同名|内部转账|调拨/.test(note)) ? 'certain' : 'possible'
}

const ownPair = (a: OpenLine, b: OpenLine, reason: string): Proposal => ({
  lineIds: [a.id, b.id],
  txnIds: [],
  what: `本商家账户之间转账 ${formatMoney(Math.abs(a.fen))}`,
  reason,
})

/**
 * What is certain: a line and entries that are each other's only candidates by number, by name or by a word, the surer first, and
 * withdrawals from an own account to another. No line and no entry is used twice, and the order of the arguments changes nothing.
 */
export function certainMatches(lines: readonly OpenLine[], given: readonly Booked[]): Proposal[] {
  const booked = withRuns(lines, given)
  const index = byFen(booked)
  const edges = lines.flatMap((line) => edgesOf(line, index))
  const usedLines = new Set<string>()
  const usedTxns = new Set<string>()
  const found: Proposal[] = []
  const take = (proposal: Proposal) => {
    for (const id of proposal.lineIds) usedLines.add(id)
    for (const id of proposal.txnIds) usedTxns.add(id)
    found.push(proposal)
  }
  const isFree = ({ line, booked: { txnIds } }: Edge) =>
    !usedLines.has(line.id) && !txnIds.some((id) => usedTxns.has(id))
  for (const level of [rank.number, rank.name, rank.word]) {
    const open = edges.filter((edge) => edge.rank <= level && isFree(edge))
    const perLine = Map.groupBy(open, ({ line }) => line.id)
    const perTxn = new Map<string, number>()
    for (const { booked: one } of open) for (const id of one.txnIds) perTxn.set(id, (perTxn.get(id) ?? 0) + 1)
    for (const edge of open)
      if (perLine.get(edge.line.id)!.length === 1 && edge.booked.txnIds.every((id) => perTxn.get(id) === 1))
        take(proposalOf(edge))
  }
  for (const pair of certainOwn(lines.filter(({ id }) => !usedLines.has(id)))) take(pair)
  return found
}

/** Pairs of own lines of which each is the other's only one. */
function certainOwn(lines: readonly OpenLine[]): Proposal[] {
  const byAmount = Map.groupBy(lines, ({ fen }) => Math.abs(fen))
  const pairs: Proposal[] = []
  for (const some of byAmount.values()) {
    const facing = (line: OpenLine) => some.filter((other) => ownTransfer(line, other) !== null)
    for (const line of some) {
      if (line.fen > 0) continue
      const [other, ...more] = facing(line)
      if (other === undefined || more.length > 0 || facing(other).length > 1) continue
      if (ownTransfer(line, other) === 'certain') pairs.push(ownPair(line, other, '提现到银行，金额相同'))
    }
  }
  return pairs
}

const isFeeOfBank = /手续费|管理费|工本费|短信费|服务费|年费|回单/
const isInterest = /利息|结息/

/** What a person may choose for a line, the surest first. `lines`: all open ones. */
export function proposalsFor(
  line: OpenLine,
  {
    lines,
    booked,
    inTransit,
  }: {
    readonly lines: readonly OpenLine[]
    readonly booked: readonly Booked[]
    readonly inTransit: readonly InTransit[]
  },
): Proposal[] {
  const edges = edgesOf(line, byFen(withRuns([line], booked)))
    .toSorted((a, b) => a.rank - b.rank || Math.abs(daysAfter(line, a.booked)) - Math.abs(daysAfter(line, b.booked)))
    .map((edge) => ({ ...proposalOf(edge), reason: `${reasons[edge.rank]}，${edge.booked.day}记账` }))
  const own = lines
    .filter((other) => ownTransfer(line, other) !== null)
    .map((other) => ownPair(line, other, '两个账户一收一付，金额相同'))
  return [...edges, ...own, ...chargesOf(line), ...arrivalsOf(line, inTransit)].slice(0, MAX_PROPOSALS)
}

function chargesOf({ id, fen, party, note, nature }: OpenLine): Proposal[] {
  const said = `${party} ${note}`
  if (nature === bankNature.trade || !(fen < 0 ? isFeeOfBank : isInterest).test(said)) return []
  const what = `${fen < 0 ? '银行手续费' : '存款利息'} ${formatMoney(Math.abs(fen))}`
  return [{ lineIds: [id], txnIds: [], charge: true, what, reason: '摘要相符，匹配时记入支付手续费（利息冲减）' }]
}

/** The largest part of an amount that is kept before it arrives: 100 permyriad of it for cards and other ways, a third for platforms. */
const KEPT: Readonly<Record<AwaitedAccount, number>> = {
  pos_clearing: 0.01,
  other_clearing: 0.01,
  platform_clearing: 0.3,
}

/** Money in transit that the line may be, whole or in part; where all of it arrives, what is missing was kept. */
function arrivalsOf({ id, fen, party, note, nature }: OpenLine, inTransit: readonly InTransit[]): Proposal[] {
  if (fen < 0 || nature !== bankNature.transfer) return []
  const said = `${party} ${note}`
  const fits = ({ account, fen: there }: InTransit) =>
    there >= fen && (account === 'pos_clearing' ? words.card : words.platform).test(said)
  return inTransit.filter(fits).map(({ storeId, storeName, account, fen: there }) => {
    const kept = there - fen
    const feeFen = account !== 'platform_clearing' && kept > 0 && kept <= there * KEPT[account] ? kept : 0
    const rest = feeFen > 0 ? `，扣手续费 ${formatMoney(feeFen)}` : there === fen ? '，全部到账' : '，部分到账'
    return {
      lineIds: [id],
      txnIds: [],
      arrived: { storeId, account, feeFen },
      what: `${storeName}在途款 ${formatMoney(there)}`,
      reason: `摘要相符${rest}`,
    }
  })
}

/** Lines of payments of one provider account and day. */
export interface TradeDay {
  readonly accountId: string
  readonly on: LocalDate
  readonly fen: number
}

/**
 * Payments, refunds and fees of a day on the account of a provider, and the entries of the bill of that day: certain where they come to
 * the same. `bills`: of the contract of each account.
 */
export const certainDays = (
  days: readonly TradeDay[],
  bills: ReadonlyMap<string, readonly Booked[]>,
): { readonly day: TradeDay; readonly booked: Booked }[] =>
  days.flatMap((day) => {
    const booked = bills.get(day.accountId)?.find((one) => one.day === day.on)
    return booked !== undefined && booked.fen === day.fen ? [{ day, booked }] : []
  })
