import { feeModes, sources } from '@cheyi/domain/booking/order/codes'
import { depositModes, waiveTypes } from '@cheyi/domain/money/deposit/codes'
import { cancelBase } from '@cheyi/domain/pricing/terms/codes'
import { type PartFamily, partFamilies } from '@cheyi/domain/rental/damage/prices'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  decimal,
  fen,
  flag,
  id,
  int,
  list,
  maybe,
  nestedRecord,
  orCleared,
  orElse,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/* Terms besides the rent: services, handover fees, cancellation rules, deposits. */

const feeKinds = ['delivery', 'collect', 'shuttle', 'night', 'oneWay'] as const
const seasons = ['normal', 'holiday'] as const
const units = ['day', 'order'] as const
const families = Object.keys(partFamilies) as PartFamily[]
const cancelBases = Object.values(cancelBase)

/** Empty lists mean all. */
const appliesTo = {
  storeIds: orElse(list(id('门店'), 500, '门店'), []),
  modelIds: orElse(list(id('车型'), 500, '车型'), []),
  sources: orElse(list(code(sources, '渠道'), 20, '渠道'), []),
}

const labelledFlag = (label: string) => flag(`${label}应为是或否`, label)
const saved = z.object({ id: out.id, version: out.count })
/** The row to change and the version that the user saw; without an id a new one. */
const rowToEdit = (label: string) => ({ id: maybe(id(label)), version: maybe(Version) })

export const terms = {
  saveService: write({
    operators: true,
    path: '/api/price/v1/service/save',
    summary: '保存服务项',
    permission: ['price.edit'],
    refreshes: ['quote'],
    input: z.object({
      ...rowToEdit('服务项'),
      code: text(1, 32, '服务编码'),
      name: text(1, 30, '名称'),
      description: orElse(text(0, 200, '说明'), ''),
      itemType: code([1, 2, 3], '服务类型'),
      unit: word(units, '计价方式'),
      price: balance('价格'),
      maxQty: orElse(int(1, 99, '最多份数'), 1),
      capDays: orCleared(int(1, 365, '封顶天数')),
      mandatory: orElse(labelledFlag('必选'), false),
      /** 手续费: once per order, not charged again on renewal. */
      handling: orElse(labelledFlag('手续费'), false),
      ...appliesTo,
      enabled: orElse(labelledFlag('启用'), true),
      sort: orElse(int(0, 9999, '排序'), 0),
    }),
    output: saved,
    refusals: ['priceOutOfRange'],
  }),

  fees: read({
    path: '/api/price/v1/fee/list',
    summary: '取还费用',
    permission: ['price'],
    input: z.object({ storeId: maybe(id('门店')), kind: maybe(word(feeKinds, '费用类型')) }),
    output: z.array(
      z.object({
        id: out.id,
        storeId: out.id,
        storeName: z.string(),
        kind: out.word(feeKinds),
        name: z.string(),
        feeMode: out.code(feeModes),
        rateBp: out.count,
        amount: out.fen,
        baseKm: z.number(),
        perKmFee: out.fen,
        maxKm: z.number().nullable(),
        windowFrom: z.string().nullable(),
        windowTo: z.string().nullable(),
        pairStoreId: out.id.nullable(),
        pairStoreName: z.string().nullable(),
        enabled: z.boolean(),
        version: out.count,
      }),
    ),
  }),

  saveFee: write({
    operators: true,
    path: '/api/price/v1/fee/save',
    summary: '保存取还费用',
    permission: ['price.edit'],
    refreshes: ['quote'],
    input: z.object({
      ...rowToEdit('费用'),
      storeId: id('门店'),
      kind: word(feeKinds, '费用类型'),
      name: orElse(text(0, 30, '名称'), ''),
      feeMode: code(feeModes, '收费方式'),
      rateBp: orElse(int(0, 10_000, '收费比例'), 0),
      amount: orElse(balance('费用金额'), 0),
      baseKm: orElse(decimal(0, 999, '起步公里'), 0),
      perKmFee: orElse(balance('每公里费用'), 0),
      maxKm: orCleared(decimal(0, 9999, '最远公里')),
      windowFrom: orCleared(text(5, 5, '开始时间')),
      windowTo: orCleared(text(5, 5, '结束时间')),
      pairStoreId: orCleared(id('还车门店')),
      /** false: the fee is no longer charged. */
      enabled: orElse(labelledFlag('启用'), true),
    }),
    output: saved,
    refusals: ['priceOutOfRange'],
  }),

  cancelRules: read({
    path: '/api/cancel_rule/v1/list',
    summary: '取消规则',
    permission: ['price'],
    output: z.array(
      z.object({
        id: out.id,
        name: z.string(),
        sources: z.array(out.count),
        storeIds: z.array(out.id),
        season: out.word(seasons),
        tiers: z.array(
          z.object({ minMinutesBefore: out.count, rateBp: out.count.nullable(), fixedFen: out.fen.nullable() }),
        ),
        /** Base of the penalty: 1 the first day, 2 rent, 3 the whole order. */
        base: out.code(cancelBases),
        maxPenaltyDays: out.count.nullable(),
        noShowAfterMinutes: out.count,
        penaltyFromDeposit: z.boolean(),
        enabled: z.boolean(),
        version: out.count,
      }),
    ),
  }),

  saveCancelRule: write({
    operators: false,
    path: '/api/cancel_rule/v1/save',
    summary: '保存取消规则',
    permission: ['price.edit'],
    refreshes: ['quote'],
    input: z.object({
      ...rowToEdit('取消规则'),
      name: text(1, 30, '名称'),
      sources: appliesTo.sources,
      storeIds: appliesTo.storeIds,
      season: word(seasons, '适用日期'),
      tiers: list(
        nestedRecord(
          {
            minMinutesBefore: int(0, 525_600, '取车前分钟'),
            rateBp: orCleared(int(-1, 100_000, '违约金比例')),
            fixedFen: orCleared(balance('违约金金额')),
          },
          '违约金',
        ),
        12,
        '违约金',
      ),
      base: code(cancelBases, '计算基数'),
      maxPenaltyDays: orCleared(int(1, 365, '封顶天数')),
      noShowAfterMinutes: orElse(int(0, 2880, '未到店时长'), 240),
      penaltyFromDeposit: orElse(labelledFlag('押金抵扣'), false),
      enabled: orElse(labelledFlag('启用'), true),
    }),
    output: saved,
  }),

  depositPolicies: read({
    path: '/api/deposit_policy/v1/list',
    summary: '押金规则',
    permission: ['price'],
    input: z.object({ storeId: maybe(id('门店')), modelId: maybe(id('车型')) }),
    output: z.array(
      z.object({
        id: out.id,
        storeId: out.id.nullable(),
        storeName: z.string().nullable(),
        modelId: out.id.nullable(),
        modelName: z.string().nullable(),
        source: out.count.nullable(),
        /** null: the model's. */
        rentalFen: out.fen.nullable(),
        violationFen: out.fen.nullable(),
        modes: z.array(out.code(depositModes)),
        waiveTypes: z.array(out.code(waiveTypes)),
        /** null: the merchant's. */
        holdDays: out.count.nullable(),
        enabled: z.boolean(),
        version: out.count,
      }),
    ),
  }),

  saveDepositPolicy: write({
    operators: false,
    path: '/api/deposit_policy/v1/save',
    summary: '保存押金规则',
    permission: ['price.edit'],
    refreshes: ['quote', 'deposit'],
    input: z.object({
      ...rowToEdit('押金规则'),
      storeId: orCleared(id('门店')),
      modelId: orCleared(id('车型')),
      source: orCleared(code(sources, '渠道')),
      rentalFen: orCleared(balance('租车押金')),
      violationFen: orCleared(balance('违章押金')),
      modes: list(code(depositModes, '收取方式'), 3, '收取方式', 1),
      waiveTypes: orElse(list(code(waiveTypes, '免押方式'), 4, '免押方式'), []),
      holdDays: orCleared(int(0, 365, '违章押金保留天数')),
      enabled: orElse(labelledFlag('启用'), true),
    }),
    output: saved,
    refusals: ['amountWrong'],
  }),

  damagePrices: read({
    path: '/api/damage_price/v1/list',
    summary: '车损价目',
    permission: ['price', 'order.return'],
    /** Every group of parts, by kind; null: estimated by hand. */
    output: z.array(
      z.object({
        family: out.word(families),
        scratch: out.fen.nullable(),
        dent: out.fen.nullable(),
        paint: out.fen.nullable(),
        broken: out.fen.nullable(),
        missing: out.fen.nullable(),
        stain: out.fen.nullable(),
        version: out.count,
      }),
    ),
  }),

  saveDamagePrice: write({
    operators: true,
    path: '/api/damage_price/v1/save',
    summary: '保存车损价目',
    permission: ['price.edit'],
    reach: 'merchant',
    input: z.object({
      family: word(families, '部位'),
      version: maybe(Version),
      scratch: orCleared(fen('划痕', 1)),
      dent: orCleared(fen('凹陷', 1)),
      paint: orCleared(fen('掉漆', 1)),
      broken: orCleared(fen('破裂', 1)),
      missing: orCleared(fen('缺失', 1)),
      stain: orCleared(fen('污渍', 1)),
    }),
    output: saved,
  }),
}
