import { describe, expect, it } from 'vitest'
import { fuelKind } from '../pickup-return/codes.ts'
import { agreementType, type ContractType } from './codes.ts'
import { endLines, missingFacts, type PaperFacts, paperSections, settledText } from './paper.ts'
import { endPaperExample, longPaperExample, paperExample } from './paper-example.ts'

const { renter, pickupRecord: record } = paperExample
const facts = paperExample
const { pickup, return: back, swap } = agreementType

describe('facts that are missing for a document', () => {
  it.each<[string, Partial<PaperFacts>, string[], string[]]>([
    ['nothing', {}, [], []],
    ['the renter', { renter: null }, ['承租人'], ['承租人']],
    ['the numbers', { renter: { ...renter, identityNo: '', licenceNo: '' } }, ['证件号码'], ['证件号码', '驾驶证号']],
    ['the car', { vehicle: null }, ['车辆'], ['车辆']],
    ['the record', { pickupRecord: null }, [], ['取车记录']],
    ['the readings', { pickupRecord: { ...record, mileageKm: null, fuelEighths: null } }, [], ['取车里程', '取车油量']],
    [
      'the battery of a hybrid',
      { pickupRecord: { ...record, fuelKind: fuelKind.hybrid, fuelEighths: 8 } },
      [],
      ['取车电量'],
    ],
  ])('%s', (_, change, onPaper, electronic) => {
    expect(missingFacts(pickup, { ...facts, ...change }, 'paper')).toEqual(onPaper)
    expect(missingFacts(pickup, { ...facts, ...change }, 'electronic')).toEqual(electronic)
  })

  it('a return also needs the readings at the return', () => {
    expect(missingFacts(back, facts, 'electronic')).toEqual(['还车记录'])
    expect(missingFacts(back, { ...facts, returnRecord: record }, 'electronic')).toEqual([])
  })
})

describe('sections', () => {
  const text = (type: ContractType, change: Partial<PaperFacts> = {}) =>
    paperSections(type, { ...facts, ...change })
      .map(({ title, rows }) => `${title}: ${rows.map((row) => `${row.label} ${row.text}`.trim()).join(' | ')}`)
      .join('\n')

  it('show the facts of a pickup', () => {
    expect(text(pickup)).toMatchInlineSnapshot(`
      "出租方: 名称 车驿租车 | 统一社会信用代码 91350100M000100Y43 | 门店 虹桥机场店 | 地址 虹桥路1号 | 电话 021-1
      承租方: 姓名 张三 | 电话 138****0001 | 身份证 110105********002X | 驾驶证 110105********002X C1
      车辆: 车型 大众朗逸 | 车牌号 沪A·12345 | 车架号后六位 000123
      租期: 订单号 O261120000001 | 取车时间 2026-11-20 10:00 | 取车地点 虹桥机场店 | 约定还车时间 2026-11-22 10:00 | 还车地点 虹桥机场店
      费用: 租车费 ¥400.00（¥200.00 × 2天） | 合计 ¥400.00
      押金: 租车押金 ¥3,000.00 已支付 | 退还 租车押金于还车结算后退还，违章押金于还车满30天且无未处理违章时退还
      取车交接: 里程 12000公里 | 油量 8/8 | 车身损伤 无
      约定: 超时 超过约定还车时间30分钟起按小时计费；超过24小时起按日租金的150%计费 | 里程 每日300公里，超出部分每公里1.50元 | 油电 还车时油量、电量不低于取车时，不足部分按量计费"
    `)
  })

  it('add the readings and charges of a return', () => {
    const returned = text(back, {
      return: { ...facts.return, actualAt: Date.parse('2026-11-22T13:20:00+08:00') },
      returnRecord: { ...record, mileageKm: 12640, fuelEighths: 6, damageMarks: 1 },
      returnCharges: [{ name: '超时费', formula: '超时4小时 × ¥33.33', amount: 13332 }],
    })
    expect(returned).toContain('实际还车时间 2026-11-22 13:20')
    expect(returned).toContain('还车费用: 超时费 ¥133.32（超时4小时 × ¥33.33）')
    expect(returned).toContain('还车交接: 里程 12640公里 | 油量 6/8 | 车身损伤 1处，见验车单')
    expect(returned).not.toContain('约定: ')
  })

  it('set both cars of a swap side by side, and say that nothing else changes', () => {
    expect(text(swap).split('\n').slice(2)).toEqual([
      '换车: 订单号 O261120000001 | 换车时间 2026-11-21 09:30 | 换车原因 车辆故障 | 约定还车时间 2026-11-22 10:00 | 还车地点 虹桥机场店 | 差价 ¥0.00（租金与押金按原订单，不因换车增减）',
      '原车收回: 车型 大众朗逸 | 车牌号 沪A·12345 | 车架号后六位 000123 | 里程 12180公里 | 油量 5/8 | 车身损伤 无',
      '新车交付: 车型 大众帕萨特 | 车牌号 沪B·67890 | 车架号后六位 000456 | 里程 30120公里 | 油量 8/8 | 车身损伤 无',
    ])
    expect(missingFacts(swap, facts, 'electronic')).toEqual([])
    expect(missingFacts(swap, { ...facts, swap: null }, 'paper')).toEqual(['换车记录'])
  })

  it('show the term, the plan and the costs of delay and early end of a long rental', () => {
    expect(
      text(agreementType.long, longPaperExample)
        .split('\n')
        .filter((line) => /^(租期|分期计划|约定)/.test(line)),
    ).toMatchInlineSnapshot(`
      [
        "租期: 订单号 O261120000001 | 取车时间 2026-11-30 10:00 | 取车地点 虹桥机场店 | 约定还车时间 2027-02-28 10:00 | 还车地点 虹桥机场店 | 租期 3个月 | 月租金 ¥4,200.00 | 付款方式 按月付",
        "分期计划: 第1期 ¥4,200.00（2026-11-30 至 2026-12-29，应付日期 2026-11-30） | 第2期 ¥4,200.00（2026-12-30 至 2027-01-29，应付日期 2026-12-30） | 第3期 ¥4,200.00（2027-01-30 至 2027-02-27，应付日期 2027-01-30）",
        "约定: 逾期违约金 应付日期后宽限3天，自宽限期满次日起每日按当期未付租金的0.05%计收，每期累计不超过当期应付金额的20% | 提前退租 按已用租期结算，另付违约金：以剩余租期的租金为限，最高1个月租金（¥4,200.00）；因出租方原因的不付违约金 | 超时 约定还车日当天还车不另计费；自次日起按日计费，首日为月租金的三十分之一（¥140.00），此后每日按其150%计费 | 里程 每日300公里，超出部分每公里1.50元 | 油电 还车时油量、电量不低于取车时，不足部分按量计费",
      ]
    `)
    const free = { ...longPaperExample.term.terms, lateFeeBpPerDay: 0, penaltyMonths: 0 }
    const mild = text(agreementType.long, { ...longPaperExample, term: { ...longPaperExample.term, terms: free } })
    expect(mild).toContain('逾期违约金 不计收逾期违约金 | 提前退租 按已用租期结算，不另收违约金')
    // The renewal of a long rental has the same terms.
    expect(text(agreementType.renewal, longPaperExample)).toContain('超时 约定还车日当天还车不另计费')
  })

  it('show both ends of an agreed early end, who caused it and who pays whom', () => {
    const said = text(agreementType.end, endPaperExample)
    expect(said.split('\n').filter((line) => /^(提前终止|结算)/.test(line))).toEqual([
      '提前终止: 订单号 O261120000001 | 取车时间 2026-11-30 10:00 | 原约定还车时间 2027-02-28 10:00 | 变更后还车时间 2027-01-15 10:00 | 还车地点 虹桥机场店 | 原因 客户调往外地 | 责任方 承租方',
      '结算: 已用租金及服务 ¥6,300.00（2026-11-30 至 2027-01-14） | 提前退租违约金 ¥4,200.00（以剩余租期的租金为限，最高1个月租金） | 逾期违约金 ¥12.60（未付分期至退租日） | 减：已付款项 −¥8,400.00（签订时已付，已扣除其他未付费用） | 合计 ¥2,112.60',
    ])
    expect(missingFacts(agreementType.end, endPaperExample, 'electronic')).toEqual([])
    expect(missingFacts(agreementType.end, { ...endPaperExample, end: null }, 'paper')).toEqual(['提前退租约定'])
    const { end } = endPaperExample
    expect([0, 2000, -2000].map((owed) => settledText({ ...end, owed }))).toEqual([
      '双方互不补退',
      '承租方在还车时付清20.00元',
      '出租方在还车结算后退还承租方20.00元',
    ])
    // The rental ends on its first day, and other charges are open.
    const first = { ...end, to: endPaperExample.pickup.at, used: 0, lateFees: 0, owed: 430_000 }
    expect(endLines(endPaperExample, first).map(({ name, formula, amount }) => [name, formula, amount])).toEqual([
      ['已用租金及服务', '未用', 0],
      ['提前退租违约金', '以剩余租期的租金为限，最高1个月租金', 420_000],
      ['其他未付费用', '签订时未付', 10_000],
    ])
  })

  it('leave unknown facts blank', () => {
    const blank = text(pickup, { renter: null, vehicle: null, pickupRecord: null, codrivers: [renter] })
    expect(blank).toContain('承租方: 姓名\n驾驶人: 姓名 张三')
    expect(blank).toContain('车辆: 车型 | 车牌号 | 车架号后六位')
    expect(blank).toContain('取车交接: 里程 | 油量 | 车身损伤')
  })

  it('show the battery of an electric car, and no mileage limit where there is none', () => {
    const electric = { ...record, fuelKind: fuelKind.electric, fuelEighths: null, batteryPct: 90 }
    const shown = text(pickup, { pickupRecord: electric, terms: { ...facts.terms, freeKmPerDay: 0 } })
    expect(shown).toContain('取车交接: 里程 12000公里 | 电量 90% | 车身损伤 无')
    expect(shown).toContain('里程 不限里程')
  })
})
