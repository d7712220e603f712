import { applyBp, type Fen } from '../../money.ts'
import { type Taxpayer, taxpayer } from '../bookkeeping/codes.ts'

/*
 * 增值税及附加税费申报表: its figures by line, pure. Numbers and names of lines are those of the forms of 国家税务总局公告2021年第20号, as
 * changed since; of a small-scale taxpayer the column 服务、不动产和无形资产, because rentals of movables are services.
 */

export interface Amount {
  readonly netFen: Fen
  readonly taxFen: Fen
}

/** What is taxed at one rate in a period, fen without tax. */
export interface RateFacts {
  /** Basis points. */
  readonly rateBp: number
  /** Invoices that were issued, less red ones. */
  readonly special: Amount
  readonly usual: Amount
  /** Income by the vouchers, invoiced or not. */
  readonly income: Amount
}

/** Suppliers' invoices that were chosen for the period. */
export interface InputFacts extends Amount {
  readonly count: number
}

export interface ReturnFacts {
  readonly rates: readonly RateFacts[]
  /** Special invoices, those of cars and of tolls; usual ones that somebody chose; red ones, as positive amounts. */
  readonly inputs: { readonly certified: InputFacts; readonly other: InputFacts; readonly red: InputFacts }
  /** 上期留抵税额. */
  readonly carryFen: Fen
}

/** What the tax adviser has said. */
export interface TaxTerms {
  /** Of a small-scale taxpayer: net sales of a quarter up to which they are exempt; 0: not applied. */
  readonly thresholdFen: Fen
  /** 城市维护建设税: 7 %, 5 % or 1 %. */
  readonly cityBp: number
  /** 六税两费减半. */
  readonly halved: boolean
}

/** Parts of the return, each a table. */
export const returnSheets = ['main', 'output', 'input'] as const
export type ReturnSheet = (typeof returnSheets)[number]

/** What a figure is made of: documents of a list, or nothing but other lines. */
export const returnSources = ['special', 'usual', 'income', 'input', 'inputOther', 'inputRed'] as const
export type ReturnSource = (typeof returnSources)[number]

export interface ReturnCell {
  /** Heading of its column. */
  readonly column: string
  /** Fen; of 份数 a number. */
  readonly value: number
  readonly isCount?: true
  /** Its documents; missing: it is reckoned from other lines. */
  readonly source?: { readonly of: ReturnSource; readonly rateBp: number }
}

export interface ReturnLine {
  readonly sheet: ReturnSheet
  /** 栏次. */
  readonly no: string
  readonly title: string
  readonly cells: readonly ReturnCell[]
}

export interface TaxReturn {
  readonly lines: readonly ReturnLine[]
  /** 本期应补(退)税额, without the surcharges. */
  readonly payFen: Fen
  /** 期末留抵税额. */
  readonly carryFen: Fen
}

/** 征收率 of small-scale taxpayers, of which 1 % is a reduction. */
const LEVY_BP = 300

const minus = (a: Amount, ...of: readonly Amount[]): Amount => ({
  netFen: of.reduce((rest, { netFen }) => rest - netFen, a.netFen),
  taxFen: of.reduce((rest, { taxFen }) => rest - taxFen, a.taxFen),
})
const sumOf = (amounts: readonly Amount[]): Amount => ({
  netFen: amounts.reduce((all, { netFen }) => all + netFen, 0),
  taxFen: amounts.reduce((all, { taxFen }) => all + taxFen, 0),
})

/** Income that no invoice names: negative where more was invoiced than earned, such as a rental that is paid in advance. */
export const notInvoiced = ({ income, special, usual }: RateFacts): Amount => minus(income, special, usual)

/** Lines of 附列资料（一） by rate; other rates stand with the simple method. */
const outputLines: Readonly<Record<number, readonly [no: string, title: string]>> = {
  1300: ['2', '13%税率的服务、不动产和无形资产'],
  900: ['4', '9%税率的服务、不动产和无形资产'],
  600: ['5', '6%税率'],
}
const simpleLine = ['12', '3%征收率的服务、不动产和无形资产'] as const

const amount = (title: string, value: Fen, source?: ReturnCell['source']): ReturnCell => ({
  column: title,
  value,
  ...(source && { source }),
})
const pair = (group: string, { netFen, taxFen }: Amount, source?: ReturnCell['source']): ReturnCell[] => [
  amount(`${group}销售额`, netFen, source),
  amount(`${group}税额`, taxFen, source),
]

function outputLineOf(facts: RateFacts): ReturnLine {
  const { rateBp, special, usual, income } = facts
  const [no, title] = outputLines[rateBp] ?? simpleLine
  const of = (source: ReturnSource) => ({ of: source, rateBp })
  return {
    sheet: 'output',
    no,
    title: no === simpleLine[0] ? `${title}（${rateBp / 100}%）` : title,
    cells: [
      ...pair('专用发票', special, of('special')),
      ...pair('其他发票', usual, of('usual')),
      ...pair('未开发票', notInvoiced(facts), of('income')),
      ...pair('合计', income),
      amount('价税合计', income.netFen + income.taxFen),
    ],
  }
}

const inputLine = (no: string, title: string, { count, netFen, taxFen }: InputFacts, of?: ReturnSource): ReturnLine => {
  const source = of && { of, rateBp: 0 }
  return {
    sheet: 'input',
    no,
    title,
    cells: [
      { column: '份数', value: count, isCount: true, ...(source && { source }) },
      amount('金额', netFen, source),
      amount('税额', taxFen, source),
    ],
  }
}

const mainLine = (no: string, title: string, value: Fen): ReturnLine => ({
  sheet: 'main',
  no,
  title,
  cells: [amount('本期数', value)],
})

/** 城建税、教育费附加、地方教育附加, by what is paid; a negative tax has none. */
function surcharges(
  payFen: Fen,
  { cityBp, halved }: TaxTerms,
  isExempt: boolean,
): readonly [city: Fen, edu: Fen, local: Fen] {
  const of = (bp: number) => applyBp(Math.max(payFen, 0), halved ? bp / 2 : bp)
  return [of(cityBp), isExempt ? 0 : of(300), isExempt ? 0 : of(200)]
}

function generalReturn({ rates, inputs, carryFen }: ReturnFacts, terms: TaxTerms): TaxReturn {
  const usual = rates.filter(({ rateBp }) => rateBp in outputLines)
  const simple = rates.filter(({ rateBp }) => !(rateBp in outputLines))
  const [output, levied] = [usual, simple].map((of) => sumOf(of.map(({ income }) => income))) as [Amount, Amount]
  const { certified, other, red } = inputs
  const input = certified.taxFen + other.taxFen
  const deductible = input + carryFen - red.taxFen
  const deducted = Math.min(deductible, output.taxFen)
  const due = output.taxFen - deducted
  const carried = deductible - deducted
  const payFen = due + levied.taxFen
  const [city, edu, local] = surcharges(payFen, terms, false)
  const all = { count: certified.count + other.count, netFen: certified.netFen + other.netFen, taxFen: input }
  return {
    payFen,
    carryFen: carried,
    lines: [
      mainLine('1', '（一）按适用税率计税销售额', output.netFen),
      mainLine('5', '（二）按简易办法计税销售额', levied.netFen),
      mainLine('8', '（四）免税销售额', 0),
      mainLine('11', '销项税额', output.taxFen),
      mainLine('12', '进项税额', input),
      mainLine('13', '上期留抵税额', carryFen),
      mainLine('14', '进项税额转出', red.taxFen),
      mainLine('17', '应抵扣税额合计', deductible),
      mainLine('18', '实际抵扣税额', deducted),
      mainLine('19', '应纳税额', due),
      mainLine('20', '期末留抵税额', carried),
      mainLine('21', '简易计税办法计算的应纳税额', levied.taxFen),
      mainLine('24', '应纳税额合计', payFen),
      mainLine('34', '本期应补（退）税额', payFen),
      mainLine('39', '城市维护建设税本期应补（退）税额', city),
      mainLine('40', '教育费附加本期应补（退）费额', edu),
      mainLine('41', '地方教育附加本期应补（退）费额', local),
      ...rates.map(outputLineOf),
      inputLine('1', '（一）认证相符的增值税专用发票', certified, 'input'),
      inputLine('2', '其中：本期认证相符且本期申报抵扣', certified),
      inputLine('4', '（二）其他扣税凭证', other),
      inputLine('8b', '其他', other, 'inputOther'),
      inputLine('12', '当期申报抵扣进项税额合计', all),
      inputLine('13', '本期进项税额转出额', { ...red }),
      inputLine('20', '红字专用发票信息表注明的进项税额', red, 'inputRed'),
    ],
  }
}

function smallReturn({ rates }: ReturnFacts, terms: TaxTerms): TaxReturn {
  const special = sumOf(rates.map((one) => one.special))
  const usual = sumOf(rates.map((one) => one.usual))
  const rest = sumOf(rates.map(notInvoiced))
  const sales = special.netFen + usual.netFen + rest.netFen
  const isExempt = sales <= terms.thresholdFen
  const taxed = isExempt ? special.netFen : sales
  const exempt = sales - taxed
  const levied = applyBp(taxed, LEVY_BP)
  // 减按1%征收: what is levied at 3 % is reduced by the difference to the rate that held.
  const held = sumOf(rates.map(({ income, special: own }) => (isExempt ? own : income))).taxFen
  const reduced = Math.max(levied - held, 0)
  const payFen = levied - reduced
  const spared = applyBp(exempt, LEVY_BP)
  const [city, edu, local] = surcharges(payFen, terms, isExempt)
  const of = (source: ReturnSource, rateBp: number) => ({ of: source, rateBp })
  const parts = rates.flatMap((one) => [
    ...pair('专用发票', one.special, of('special', one.rateBp)),
    ...pair('其他发票', one.usual, of('usual', one.rateBp)),
    ...pair('未开发票', notInvoiced(one), of('income', one.rateBp)),
  ])
  return {
    payFen,
    carryFen: 0,
    lines: [
      mainLine('1', '（一）应征增值税不含税销售额（3%征收率）', taxed),
      mainLine('2', '增值税专用发票不含税销售额', special.netFen),
      mainLine('3', '其他增值税发票不含税销售额', isExempt ? 0 : usual.netFen),
      mainLine('9', '（四）免税销售额', exempt),
      mainLine('10', '其中：小微企业免税销售额', exempt),
      mainLine('15', '本期应纳税额', levied),
      mainLine('16', '本期应纳税额减征额', reduced),
      mainLine('17', '本期免税额', spared),
      mainLine('18', '其中：小微企业免税额', spared),
      mainLine('20', '应纳税额合计', payFen),
      mainLine('22', '本期应补（退）税额', payFen),
      mainLine('23', '城市维护建设税本期应补（退）税额', city),
      mainLine('24', '教育费附加本期应补（退）费额', edu),
      mainLine('25', '地方教育附加本期应补（退）费额', local),
      ...(parts.length === 0 ? [] : [{ sheet: 'output' as const, no: '—', title: '销售额的组成', cells: parts }]),
    ],
  }
}

/** The figures of a return. */
export const returnOf = (who: Taxpayer, facts: ReturnFacts, terms: TaxTerms): TaxReturn =>
  who === taxpayer.general ? generalReturn(facts, terms) : smallReturn(facts, terms)

/** A figure by its sheet and line; 0 where there is none. */
export const figureOf = ({ lines }: Pick<TaxReturn, 'lines'>, sheet: ReturnSheet, no: string, column?: string): Fen =>
  lines
    .find((line) => line.sheet === sheet && line.no === no)
    ?.cells.find((cell) => column === undefined || cell.column === column)?.value ?? 0
